import { setTimeout } from 'node:timers/promises';
import { isSandbox, waitOf } from '@evict/case-model';
import { findCase } from '@evict/store/cases';
import { caseWorkflowId, type CaseRef } from '@evict/temporal';
import { waitQuery } from '@evict/temporal/messages';
import { read } from './acknowledge.ts';
import type { World } from './world.ts';
import type { Violation } from './tally.ts';

const atOnce = 10;
/** Longer than anything takes that is not stuck, including an attempt that died. */
const patienceMs = 15_000;

/** For every submitted case: its workflow responds, has no endless task, and waits for what its row says. */
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
      if (fault !== null) tally.add(fault.wrong, `${row.id}: ${fault.what}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, check));
  return rows.length;
}

/** The fault of a workflow that does not recover within the patience; null if there is none. */
async function faultOf({ stack }: World, ref: CaseRef): Promise<Violation | null> {
  const { client, store } = stack;
  const handle = client.workflow.getHandle(caseWorkflowId(ref.caseId));
  for (const deadline = Date.now() + patienceMs; ;) {
    const isLast = Date.now() > deadline;
    try {
      const fault = await client.withDeadline(Date.now() + patienceMs, look);
      if (fault === null || isLast) return fault;
    } catch (error) {
      if (isLast) return stuck(`its workflow does not respond (${(error as Error).name})`);
    }
    await setTimeout(500);
  }

  async function look(): Promise<Violation | null> {
    const { status, raw } = await handle.describe();
    const since = raw.pendingWorkflowTask?.originalScheduledTime;
    // An endless task has neither failed nor timed out.
    if (since && Date.now() - 1000 * Number(since.seconds) > patienceMs) {
      return stuck('a workflow task does not end');
    }
    const row = await read(() => findCase(store, ref, ref.caseId));
    if (!row?.record) return { wrong: 'lost', what: 'its row has no record' };
    const { kind } = waitOf(row.record, row.now + (isSandbox(row) ? row.clockAheadMs : 0));
    const wanted = kind === 'finished' ? 'COMPLETED' : 'RUNNING';
    if (status.name !== wanted) return disagreement(`its workflow is ${status.name}, and its row in ${row.state}`);
    if (kind === 'finished') return null;
    const wait = await handle.query(waitQuery);
    if (wait?.waitsFor === kind && wait.state === row.state) return null;
    return disagreement(
      `its workflow waits for ${wait?.waitsFor} in ${wait?.state}, its row for ${kind} in ${row.state}`,
    );
  }
}

function stuck(what: string): Violation {
  return { wrong: 'stuck', what };
}

function disagreement(what: string): Violation {
  return { wrong: 'disagreement', what };
}
