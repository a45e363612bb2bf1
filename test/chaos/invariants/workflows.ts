import { isDeepStrictEqual } from 'node:util';
import { type CaseRecord, isFinished } from '@evict/case-model';
import { caseQuery, caseWorkflowId, type CaseView } from '@evict/temporal';
import type { World } from '../driver/world.ts';

const atOnce = 10;
/** Longer than a task may take that is not stuck. */
const patienceMs = 20_000;

/** Every case that was submitted: its workflow answers, has no task that fails again and again, and knows what its row knows. */
export async function checkWorkflows({ stack, tally }: World): Promise<number> {
  const { store, client } = stack;
  const rows = await store.prisma.case.findMany({
    where: { sequence: { gt: 0 } },
    select: { id: true, state: true, record: true },
  });
  const left = [...rows];
  const check = async () => {
    for (let row = left.pop(); row; row = left.pop()) {
      const wrong = await faultOf(row.id, row.record as unknown as CaseRecord);
      if (wrong !== null) tally.add(wrong.wrong, `${row.id} in ${row.state}: ${wrong.what}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, check));
  return rows.length;

  async function faultOf(caseId: string, record: CaseRecord) {
    const handle = client.workflow.getHandle(caseWorkflowId(caseId));
    try {
      return await client.withDeadline(Date.now() + patienceMs, async () => {
        const { status, raw } = await handle.describe();
        const attempts = raw.pendingWorkflowTask?.attempt ?? 0;
        if (attempts > 1) return { wrong: 'stuck', what: `a workflow task is at its try ${attempts}` } as const;
        const wanted = isFinished(record.state) ? 'COMPLETED' : 'RUNNING';
        if (status.name !== wanted) return { wrong: 'disagreement', what: `its workflow is ${status.name}` } as const;
        const { record: known } = await handle.query<CaseView>(caseQuery);
        return isDeepStrictEqual(known, record)
          ? null
          : ({ wrong: 'disagreement', what: `its workflow is in ${known.state}, or knows other things` } as const);
      });
    } catch (error) {
      return { wrong: 'stuck', what: `its workflow does not answer (${(error as Error).name})` } as const;
    }
  }
}
