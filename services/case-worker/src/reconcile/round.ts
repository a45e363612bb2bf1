import { setTimeout } from 'node:timers/promises';
import { databaseTime, type Store } from '@evict/store/database';
import { findStartedCase, listOverCases, listOverdueCases, listStartedCases } from '@evict/store/open-cases';
import type { CaseWorkflows } from '@evict/temporal';

export interface RoundDeps {
  store: Store;
  workflows: CaseWorkflows;
}

export interface RoundOptions {
  /**
   * Rows that changed or came due within the last `settledMs` milliseconds are left for the next round, because
   * Temporal's visibility may not have caught up or the workflow may be about to handle them.
   */
  settledMs?: number;
  /** The number of rows per page, and of cases in one visibility query. */
  pageSize?: number;
  /**
   * The pause between two pages, in milliseconds. By default, a Temporal server allows 10 visibility queries per
   * second.
   */
  pauseMs?: number;
  /** How long a workflow must have been failing its tasks before it is started again, in milliseconds. */
  stuckMs?: number;
  /** Called after each page to show progress, because a round with many cases takes minutes. */
  onPage?: () => void;
  signal?: AbortSignal;
}

export interface RoundCounts {
  /** Open cases whose workflow was checked. */
  compared: number;
  /** Open cases that had no running workflow, and for which one was started. */
  started: number;
  /** Running workflows that were signaled to reread their case's row, because the case is over or overdue. */
  told: number;
  /** Workflows that kept failing their tasks and were started again. */
  replaced: number;
  /** Workflows of finished cases that kept failing their tasks and were terminated. */
  ended: number;
  /**
   * Whether more open cases have stuck workflows than one round may start again. The release is probably the cause, and
   * an operator has to look into it.
   */
  stuckBeyond: boolean;
  /** Cases that couldn't be handled and are left to the next round. */
  failed: number;
}

/** The number of cases handled concurrently. It limits the load when many workflows are lost at once. */
const atOnce = 8;
/** The maximum number of workflows that are started again in a round. */
const maxReplaced = 20;
/**
 * The maximum number of overdue cases whose workflows are signaled in a round. When many cases fall due at once, such
 * as at the end of a day, most of them are only waiting for their turn and don't need a signal.
 */
const maxOverdue = 200;
/** The maximum number of stuck workflows to list, which is one visibility query. */
const maxStuck = 1000;

/**
 * Compares the open cases with the running workflows once. An open case without a running workflow gets one. A running
 * workflow is signaled to reread its case's row if the case is finished or overdue. A case can become overdue because
 * the signal after an upload was lost, or because Temporal or the database was restored from a backup and the workflow
 * doesn't match its row anymore. Workflows that have failed their tasks for a while are started again, a few at a time,
 * or terminated if their case is finished.
 */
export async function reconcileOnce(deps: RoundDeps, options: RoundOptions = {}): Promise<RoundCounts> {
  const counts: RoundCounts = {
    compared: 0,
    started: 0,
    told: 0,
    replaced: 0,
    ended: 0,
    stuckBeyond: false,
    failed: 0,
  };
  await compareOpen(deps, counts, options);
  await tellOver(deps, counts, options);
  await tellOverdue(deps, counts, options);
  await replaceStuck(deps, counts, options);
  return counts;
}

async function compareOpen(deps: RoundDeps, counts: RoundCounts, options: RoundOptions): Promise<void> {
  const { settledMs = 20_000, pageSize = 1000 } = options;
  for (let after = ''; ;) {
    const page = await listStartedCases(deps.store, { after, count: pageSize, settledMs });
    const running = await deps.workflows.listRunning(page.map(({ caseId }) => caseId));
    counts.compared += page.length;
    await eachOf(page, counts, options, async (row) => {
      // Visibility lags behind, and the page may be out of date too.
      if (running.has(row.caseId) || (await deps.workflows.find(row.caseId)) === 'running') return;
      const current = await findStartedCase(deps.store, row.caseId);
      if (!current || !(await deps.workflows.start(current))) return;
      counts.started += 1;
      // Don't start workflows faster than workers take them. Otherwise a newly submitted case would have to wait behind
      // thousands of other tasks.
      await deps.workflows.untilBegun(row.caseId);
    });
    const last = page.at(-1)?.caseId;
    if (last === undefined || page.length < pageSize || (await isStopped(options))) return;
    after = last;
  }
}

async function tellOver(deps: RoundDeps, counts: RoundCounts, options: RoundOptions): Promise<void> {
  const { pageSize = 1000 } = options;
  for await (const page of deps.workflows.pagesOfRunning(pageSize)) {
    const over = await listOverCases(deps.store, page);
    await eachOf(over, counts, options, async (caseId) => {
      if ((await deps.workflows.find(caseId)) !== 'running') return;
      if (await deps.workflows.tell(caseId)) counts.told += 1;
    });
    if (await isStopped(options)) return;
  }
}

async function tellOverdue(deps: RoundDeps, counts: RoundCounts, options: RoundOptions): Promise<void> {
  const { settledMs = 20_000 } = options;
  const overdue = await listOverdueCases(deps.store, { count: maxOverdue, settledMs });
  await eachOf(overdue, counts, options, async (caseId) => {
    if (await deps.workflows.tell(caseId)) counts.told += 1;
  });
}

async function replaceStuck(deps: RoundDeps, counts: RoundCounts, options: RoundOptions): Promise<void> {
  const { stuckMs = 120_000 } = options;
  const stuck = await deps.workflows.listStuck(maxStuck);
  const over = await listOverCases(deps.store, stuck);
  counts.stuckBeyond = stuck.length - over.length > maxReplaced;
  // Use the database's clock, because the worker's own may be wrong.
  const since = new Date((await databaseTime(deps.store)).getTime() - stuckMs);
  await eachOf(counts.stuckBeyond ? over : stuck, counts, options, async (caseId) => {
    if (!(await deps.workflows.isStuck(caseId, since))) return;
    const current = await findStartedCase(deps.store, caseId);
    if (current === null) {
      if (await deps.workflows.terminate(caseId)) counts.ended += 1;
    } else if (!counts.stuckBeyond && (await deps.workflows.start(current, { isReplaced: true }))) counts.replaced += 1;
  });
}

async function isStopped({ pauseMs = 250, onPage = () => {}, signal }: RoundOptions): Promise<boolean> {
  onPage();
  if (signal?.aborted) return true;
  await setTimeout(pauseMs, undefined, { signal }).catch(() => {}); // aborted
  return signal?.aborted ?? false;
}

async function eachOf<T>(
  items: readonly T[],
  counts: RoundCounts,
  { signal }: RoundOptions,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const workers = Array.from({ length: atOnce }, async () => {
    for (const item of left) {
      if (signal?.aborted) return;
      await work(item).catch(() => {
        counts.failed += 1;
      });
    }
  });
  await Promise.all(workers);
}
