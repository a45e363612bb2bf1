import type { Store } from '@evict/store/database';
import { getCaseUpdatedAt, listLoggedCases, rebuildCase, type Rebuilt } from '@evict/store/restore';
import type { CaseClient } from '@evict/temporal';

const pageSize = 200;
/** Each case queries its workflow: a worker processes a few at once. */
const concurrency = 8;

/** Rebuilds the rows of every case from its log of events. Returns the cases for which this was not possible. */
export async function rebuildRows(store: Store, cases: CaseClient): Promise<{ rebuilt: number; unclear: string[] }> {
  const outcome = { rebuilt: 0, unclear: [] as string[] };
  for (let after = ''; ;) {
    const page = await listLoggedCases(store, { after, count: pageSize });
    await eachOf(page, async (caseId) => {
      let result: Rebuilt = 'moved';
      while (result === 'moved') result = await rebuildOnce(store, cases, caseId);
      if (result === 'rebuilt') outcome.rebuilt += 1;
      else outcome.unclear.push(caseId);
    });
    after = page.at(-1) ?? '';
    if (page.length < pageSize) return outcome;
  }
}

async function rebuildOnce(store: Store, cases: CaseClient, caseId: string): Promise<Rebuilt> {
  const rowWritten = await getCaseUpdatedAt(store, caseId);
  return rebuildCase(store, caseId, { record: await cases.recordOf(caseId), rowWritten });
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
