import { isSandbox, waitOf } from '@evict/case-model';
import { findCase } from '@evict/store/cases';
import { caseWorkflowId, type CaseRef } from '@evict/temporal';
import { waitQuery } from '@evict/temporal/messages';
import { until } from '../support/until.ts';
import { read } from './acknowledge.ts';
import type { World } from './world.ts';
import { ViolationError } from './tally.ts';

const atOnce = 10;
/** Nothing takes this long unless it is stuck, not even an attempt whose process died. In milliseconds. */
const patienceMs = 15_000;

/**
 * Checks for every submitted case that its workflow responds, has no endless task, and waits for what its row says.
 * Returns the number of cases.
 */
export async function checkWorkflows(world: World): Promise<number> {
  const { stack, tally } = world;
  const rows = await stack.store.prisma.case.findMany({
    where: { sequence: { gt: 0 } },
    select: { id: true, organizationId: true, mode: true },
  });
  const left = [...rows];
  const check = async () => {
    for (let row = left.pop(); row; row = left.pop()) {
      const ref = { caseId: row.id, organizationId: row.organizationId, mode: row.mode } as CaseRef;
      const fault = await faultOf(world, ref);
      if (fault !== null) tally.add(fault.wrong, `${row.id}: ${fault.message}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, check));
  return rows.length;
}

/** Returns what is wrong with a workflow if it doesn't recover within `patienceMs`, or null if nothing is wrong. */
async function faultOf(world: World, ref: CaseRef): Promise<ViolationError | null> {
  const { client } = world.stack;
  const look = () => client.withDeadline(Date.now() + patienceMs, () => expectWell(world, ref));
  return until(look, { withinMs: patienceMs, everyMs: 500 }).then(
    () => null,
    (error: Error) => {
      if (error instanceof ViolationError) return error;
      return new ViolationError('stuck', `the workflow does not respond (${error.name})`);
    },
  );
}

async function expectWell({ stack }: World, ref: CaseRef): Promise<void> {
  const { client, store } = stack;
  const handle = client.workflow.getHandle(caseWorkflowId(ref.caseId));
  const { status, raw } = await handle.describe();
  const since = raw.pendingWorkflowTask?.originalScheduledTime;
  // A task that is pending this long has neither failed nor timed out, so it is endless.
  if (since && Date.now() - 1000 * Number(since.seconds) > patienceMs) {
    throw new ViolationError('stuck', 'a workflow task does not end');
  }
  const row = await read(() => findCase(store, ref, ref.caseId));
  if (!row?.record) throw new ViolationError('lost', 'the row has no record');
  const { kind } = waitOf(row.record, row.now + (isSandbox(row) ? row.clockAheadMs : 0));
  const isOver = kind === 'finished';
  const wait = isOver ? null : await handle.query(waitQuery);
  const found = isOver ? status.name : `${status.name}, waits for ${wait?.waitsFor} in ${wait?.state}`;
  const wanted = isOver ? 'COMPLETED' : `RUNNING, waits for ${kind} in ${row.state}`;
  if (found !== wanted)
    throw new ViolationError('disagreement', `the workflow is ${found}, but by its row it should be ${wanted}`);
}
