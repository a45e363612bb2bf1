import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type CaseRecord, isFinished } from '@evict/case-model';
import type { WorkflowHandle } from '@temporalio/client';
import { caseQuery, caseWorkflowId, type CaseRef, type CaseView } from '@evict/temporal';
import { operate } from '../driver/acknowledge.ts';
import type { World } from '../driver/world.ts';
import type { Violation } from '../tally.ts';

const atOnce = 10;
/** Longer than anything takes that is not stuck, including an attempt that died. */
const patienceMs = 15_000;

export interface WorkflowCount {
  workflows: number;
  /** Workflows that had missed a recorded transition, and had caught up after the next command. */
  behind: number;
}

/** For every submitted case: its workflow responds, has no endless task, and agrees with its row. */
export async function checkWorkflows(world: World): Promise<WorkflowCount> {
  const { stack, tally } = world;
  const rows = await stack.store.prisma.case.findMany({
    where: { sequence: { gt: 0 } },
    select: { id: true, organizationId: true, mode: true, record: true },
  });
  const left = [...rows];
  let behind = 0;
  const check = async () => {
    for (let row = left.pop(); row; row = left.pop()) {
      const ref = { caseId: row.id, organizationId: row.organizationId, mode: row.mode } as CaseRef;
      const record = row.record as unknown as CaseRecord;
      let fault = await faultOf(world, ref, record);
      if (fault === isBehind) {
        behind += 1;
        // Will be refused; before that, the workflow reconciles with the database.
        await operate(world, ref, { operator: 'robin', kind: 'retry_step' });
        fault = await faultOf(world, ref, record);
      }
      if (fault !== null) tally.add(fault.wrong, `${row.id} in ${record.state}: ${fault.what}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, check));
  return { workflows: rows.length, behind };
}

/** The fault of a workflow that does not recover within the patience; null if there is none. */
async function faultOf({ stack }: World, { caseId }: CaseRef, record: CaseRecord): Promise<Violation | null> {
  const { client } = stack;
  const handle = client.workflow.getHandle(caseWorkflowId(caseId));
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
      return stuck(`a workflow task does not end, after ${await lastEvents(handle)}`);
    }
    const wanted = isFinished(record.state) ? 'COMPLETED' : 'RUNNING';
    const { record: known } = await handle.query<CaseView>(caseQuery);
    if (known.sequence < record.sequence) return isBehind;
    if (status.name !== wanted) return { wrong: 'disagreement', what: `its workflow is ${status.name}` };
    return isDeepStrictEqual(known, record) ? null : { wrong: 'disagreement', what: 'its workflow knows other things' };
  }
}

/** The newest events of its history, oldest first, by type and without values. */
async function lastEvents(handle: WorkflowHandle): Promise<string> {
  const { events } = await handle.fetchHistory();
  const types = (events ?? []).slice(-12).map((event) => {
    const [key = ''] = Object.entries(event).find(([name, value]) => name.endsWith('EventAttributes') && value) ?? [];
    const failure = event.workflowTaskFailedEventAttributes?.failure;
    return key.replace('EventAttributes', failure ? ` (${failure.message})` : '');
  });
  return types.join(', ');
}

function stuck(what: string): Violation {
  return { wrong: 'stuck', what };
}

const isBehind: Violation = { wrong: 'disagreement', what: 'its workflow is behind' };
