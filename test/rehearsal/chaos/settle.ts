import { isDeepStrictEqual } from 'node:util';
import { type CaseRecord, waitOf } from '@evict/case-model';
import type { CaseRef } from '@evict/temporal';
import { isSettled } from '../../e2e/support/live-model.ts';
import { until } from '../support/until.ts';
import { ViolationError } from './tally.ts';
import { operate, read } from './acknowledge.ts';
import type { World } from './world.ts';

const patienceMs = 120_000;

export interface Settled {
  record: CaseRecord;
  /** Whether a step failed while servers were down, and was retried. */
  wasMended: boolean;
}

/**
 * Waits until the platform has no automatic work left on the case. Retries a failed step as an operator, because its
 * automatic retry is a minute away. Throws ViolationError if the case doesn't come to rest.
 */
export async function settle(world: World, ref: CaseRef): Promise<Settled> {
  const { store } = world.stack;
  const where = { id: ref.caseId };
  let wasMended = false;
  let settledFrom = 0;
  const look = async () => {
    const row = await read(() => store.prisma.case.findUniqueOrThrow({ where, select: { record: true } }));
    const record = row.record as unknown as CaseRecord;
    if (record.failure === null && isSettled(record) && record.sequence >= settledFrom) return record;
    if (record.failure !== null) {
      const response = await operate(world, ref, { kind: 'retry_step' });
      // The retry is refused if the step was retried automatically meanwhile.
      settledFrom = response === 'ok' ? afterRetry(record) : 0;
      world.tally.mended += 1;
      wasMended = true;
    }
    throw new ViolationError('stuck', `${ref.caseId} does not come to rest`);
  };
  const record = await until(look, { withinMs: patienceMs, everyMs: 20 });
  await remember(world, ref.caseId);
  return { record, wasMended };
}

/**
 * Returns the minimum sequence of the case after its failed step was retried. If the response was lost, an operator
 * learns that the retry is recorded while the step is still in progress.
 */
function afterRetry(record: CaseRecord): number {
  const { work } = waitOf({ ...record, failure: null }, Date.now());
  return record.sequence + (work?.kind === 'take_step' ? 2 : 1);
}

/** Stores the current history. Throws ViolationError unless it begins with the previously stored one. */
async function remember({ stack, tally }: World, caseId: string): Promise<void> {
  const events = await read(() =>
    stack.store.prisma.caseEvent.findMany({
      where: { caseId, sequence: { not: null } },
      orderBy: { sequence: 'asc' },
      select: { id: true },
    }),
  );
  const before = tally.histories.get(caseId) ?? [];
  const now = events.map(({ id }) => id);
  if (!isDeepStrictEqual(now.slice(0, before.length), before)) {
    throw new ViolationError('lost', `${caseId} lost events that it had`);
  }
  tally.histories.set(caseId, now);
}
