import {
  allHandlersFinished,
  CancellationScope,
  condition,
  defineUpdate,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import type { BareActivities } from './activities.ts';

const { writeStep, nothingLocal } = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '5s' });
const { nothing } = proxyActivities<BareActivities>({ startToCloseTimeout: '10s' });

/** One command of a case: which of the recorded steps to write, and whether it is the last. */
export interface BareStep {
  index: number;
  last: boolean;
}

/** The Temporal operations of one Update of a case, without the work of the case. */
export interface Operations {
  localActivities: number;
  activities: number;
  /** The durable timers that the Update starts. It also cancels those of the previous Update. */
  timers: number;
}
export type Operation = Operations & { last: boolean };

const writeUpdate = defineUpdate<void, [BareStep]>('write');
const operateUpdate = defineUpdate<void, [Operation]>('operate');

/** Writes the rows of a command in a local activity, then returns. */
export async function bareCase({ caseId, number }: { caseId: string; number: string }): Promise<void> {
  let over = false;
  setHandler(writeUpdate, async ({ index, last }) => {
    await writeStep({ index, caseId, number });
    over = last;
  });
  await condition(() => over && allHandlersFinished());
}

/** Performs as many Temporal operations per Update as a case does, each without any work. */
export async function bareOperations(): Promise<void> {
  let over = false;
  let waits = new CancellationScope();
  setHandler(operateUpdate, async ({ localActivities, activities, timers, last }) => {
    waits.cancel();
    waits = new CancellationScope();
    for (let count = 0; count < activities; count += 1) await nothing();
    for (let count = 0; count < localActivities; count += 1) await nothingLocal();
    for (let count = 0; count < timers; count += 1) waits.run(() => sleep('1 day')).catch(() => {});
    over = last;
  });
  await condition(() => over && allHandlersFinished());
}
