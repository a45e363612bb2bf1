import { setTimeout } from 'node:timers/promises';
import type { Store } from '@evict/store/database';
import { findStartedCase, listStartedCases } from '@evict/store/restore';
import type { CaseProcesses } from '@evict/temporal';
import { faultOf } from './fault.ts';

export interface RoundDeps {
  store: Store;
  processes: CaseProcesses;
}

export interface RoundOptions {
  /** Rows that changed more recently are left to the next round: visibility may not show the change yet. */
  settledMs?: number;
  /** Rows, and cases named in one query of visibility. */
  pageSize?: number;
  /** Between two pages. A server allows 10 visibility queries a second by default. */
  pauseMs?: number;
  /** Called after each page: with many cases a round takes minutes. */
  onPage?: () => void;
  signal?: AbortSignal;
}

export interface RoundCounts {
  /** Open cases compared with their processes. */
  compared: number;
  /** Cases that visibility did not confirm and that were checked individually. */
  suspects: number;
  started: number;
  toldBehind: number;
  /** Could not be checked and are left to the next round. */
  failed: number;
}

/** Suspects checked and restored concurrently: bounds the load when many processes are lost at once. */
const atOnce = 8;

/** Compares every open case with its running process once, and restores lost ones. */
export async function reconcileOnce(
  deps: RoundDeps,
  { settledMs = 20_000, pageSize = 1000, pauseMs = 250, onPage = () => {}, signal }: RoundOptions = {},
): Promise<RoundCounts> {
  const counts: RoundCounts = { compared: 0, suspects: 0, started: 0, toldBehind: 0, failed: 0 };
  for (let after = ''; ;) {
    const page = await listStartedCases(deps.store, { after, count: pageSize, settledMs });
    const running = await deps.processes.listRunning(page.map(({ caseId }) => caseId));
    const suspects = page.filter(({ caseId, sequence }) => running.get(caseId) !== sequence);
    counts.compared += page.length;
    counts.suspects += suspects.length;
    await eachOf(suspects, async ({ caseId }) => {
      if (signal?.aborted) return;
      const done = await restoreWhereLost(deps, { caseId, settledMs }).catch(() => 'failed' as const);
      if (done !== null) counts[done] += 1;
    });
    onPage();
    const last = page.at(-1)?.caseId;
    if (last === undefined || page.length < pageSize || signal?.aborted) return counts;
    after = last;
    await setTimeout(pauseMs, undefined, { signal }).catch(() => {}); // aborted
  }
}

/**
 * Reads the process before the row. A process ends only after its row is finished, and is never ahead of its row. So a
 * row that is read later and disagrees proves that the process was lost.
 */
async function restoreWhereLost(
  { store, processes }: RoundDeps,
  { caseId, settledMs }: { caseId: string; settledMs: number },
): Promise<'started' | 'toldBehind' | null> {
  const process = await processes.find(caseId);
  const row = await findStartedCase(store, { caseId, settledMs });
  if (row === null) return null;
  const { sequence, ...restorable } = row;
  const fault = faultOf(process, sequence);
  if (fault === null) return null;
  if (fault === 'behind') return (await processes.notifyBehind(caseId)) ? 'toldBehind' : null;
  return (await processes.restore(restorable, fault)) ? 'started' : null;
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const workers = Array.from({ length: atOnce }, async () => {
    for (const item of left) await work(item);
  });
  await Promise.all(workers);
}
