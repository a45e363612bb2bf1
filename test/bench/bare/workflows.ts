import {
  allHandlersFinished,
  condition,
  defineUpdate,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import type { BareActivities } from './activities.ts';
import type { Operations } from './operations.ts';

const { writeStep, nothingLocal } = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '5s' });
const { nothing, skip } = proxyActivities<BareActivities>({ startToCloseTimeout: '10s' });

/** One command of a case: which of the noted steps to write, and whether it is the last. */
export interface BareStep {
  index: number;
  last: boolean;
}

/** What one Update does in Temporal; `id` is that of its skip. */
export type Operation = Operations & { id: string; last: boolean };

const writeUpdate = defineUpdate<void, [BareStep]>('write');
const operateUpdate = defineUpdate<void, [Operation]>('operate');

/** Writes the rows of a command in a local activity, and answers. */
export async function bareCase({ caseId, number }: { caseId: string; number: string }): Promise<void> {
  let over = false;
  setHandler(writeUpdate, async ({ index, last }) => {
    await writeStep({ index, caseId, number });
    over = last;
  });
  await condition(() => over && allHandlersFinished());
}

/** Does for each Update as many Temporal operations as a case does, and nothing in them. */
export async function bareOperations(): Promise<void> {
  let over = false;
  let due = false;
  let woken = 0;
  setHandler(operateUpdate, async ({ localActivities, activities, skips, id, last }) => {
    if (skips > 0) {
      const before = woken;
      due = true;
      await condition(() => !due); // the timer is set
      await skip({ durationMs: DAY_MS, id });
      await condition(() => woken > before);
    }
    for (let count = 0; count < activities; count += 1) await nothing();
    for (let count = 0; count < localActivities; count += 1) await nothingLocal();
    over = last;
  });
  // Set by the Update, while this waits.
  // oxlint-disable-next-line no-unmodified-loop-condition
  while (!over) {
    await condition(() => due || over);
    if (!due) continue;
    due = false;
    await sleep(DAY_MS);
    woken += 1;
  }
  await condition(allHandlersFinished);
}

const DAY_MS = 86_400_000;
