import { setTimeout } from 'node:timers/promises';
import { databaseTime, type Store } from '@evict/store/database';
import { findStartedCase, listOverCases, listOverdueCases, listStartedCases } from '@evict/store/open-cases';
import type { CaseWorkflows } from '@evict/temporal';

export interface RoundDeps {
  store: Store;
  workflows: CaseWorkflows;
}

export interface RoundOptions {
  /** Rows that changed or fell due more recently are left to the next round: Temporal may be about to show or do it. */
  settledMs?: number;
  /** Rows, and cases named in one query of visibility. */
  pageSize?: number;
  /** Between two pages. A server allows 10 visibility queries a second by default. */
  pauseMs?: number;
  /** How long a workflow has to fail its tasks before it is started anew, in milliseconds. */
  stuckMs?: number;
  /** Called after each page: with many cases a round takes minutes. */
  onPage?: () => void;
  signal?: AbortSignal;
}

export interface RoundCounts {
  /** Open cases whose workflow was looked for. */
  compared: number;
  /** Open cases without a running workflow, which was started. */
  started: number;
  /** Running workflows that were told to look: of a case that is over or overdue. */
  told: number;
  /** Workflows that failed their tasks, and were started anew. */
  replaced: number;
  /** Workflows of cases that are over, which failed their tasks and were terminated. */
  ended: number;
  /** More workflows of open cases fail their tasks than a round may start anew: the release is at fault, and somebody has to look. */
  stuckBeyond: boolean;
  /** Could not be done and are left to the next round. */
  failed: number;
}

/** Cases restored concurrently: bounds the load when many workflows are lost at once. */
const atOnce = 8;
/** Workflows started anew in a round. */
const maxReplaced = 20;
/**
 * Overdue cases told in a round. When many fall due at once, such as at the end of a day, most of them only wait for their
 * turn, and are spared the signals.
 */
const maxOverdue = 200;
/** Stuck workflows that are asked for: one query of visibility. */
const maxStuck = 1000;

/**
 * Compares two lists once: an open row without a running workflow is started, a running workflow whose row is finished is
 * told. So is one whose case is overdue: the signal after an upload was lost, or Temporal or the database was set back, so
 * that the workflow does not wait for what its row says. And starts those anew that have failed their tasks for a while, a
 * few at a time; if their case is over, they are terminated.
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
      // Visibility lags behind, and so may the page.
      if (running.has(row.caseId) || (await deps.workflows.find(row.caseId)) === 'running') return;
      const current = await findStartedCase(deps.store, row.caseId);
      if (!current || !(await deps.workflows.start(current))) return;
      counts.started += 1;
      // Not faster than workers take them: the first task of a submit would wait behind thousands.
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
  // The worker's own clock may be wrong.
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
