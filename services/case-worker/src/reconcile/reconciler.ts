import { setTimeout } from 'node:timers/promises';
import { runExclusively } from '@evict/store/database';
import { errorClass, type Logger, metrics } from '@evict/telemetry';
import { reconcileOnce, type RoundDeps, type RoundOptions } from './round.ts';

/** The reasons for starting a case's workflow again. */
const reasons = ['missing', 'stuck'] as const;

export interface ReconcilerDeps extends RoundDeps {
  logger: Logger;
  /** Registers the namespace and its search attributes again after Temporal has lost them. */
  registerNamespace: () => Promise<void>;
}

export interface ReconcilerOptions extends Omit<RoundOptions, 'signal' | 'onPage'> {
  /** The pause between two rounds, in milliseconds. */
  everyMs?: number;
}

/**
 * Reconciles periodically until the signal is aborted. A database lock ensures that only one process at a time runs a
 * round. With many cases a round takes minutes, so every process counts stuck workflows independently of the rounds.
 */
export async function keepReconciled(
  deps: ReconcilerDeps,
  { everyMs = 30_000, ...options }: ReconcilerOptions,
  signal: AbortSignal,
): Promise<void> {
  // An alert detects an increase only if the counter already has a value.
  for (const reason of reasons) metrics.workflowsRestored.inc({ reason }, 0);
  metrics.reconcileRounds.inc({ result: 'stopped' }, 0);
  const repeat = async (work: () => Promise<void>) => {
    while (!signal.aborted) {
      await work();
      await setTimeout(everyMs, undefined, { signal }).catch(() => {}); // aborted
    }
  };
  await Promise.all([repeat(() => round(deps, { ...options, signal })), repeat(() => countProblems(deps))]);
}

async function round({ logger, registerNamespace, ...deps }: ReconcilerDeps, options: RoundOptions): Promise<void> {
  const look = () => reconcileOnce(deps, { ...options, onPage: () => metrics.reconcilePages.inc() });
  try {
    const counts = await runExclusively(deps.store, 'reconcile cases', () =>
      look().catch(async (error: unknown) => {
        if (!isNamespaceLost(error)) throw error;
        await registerNamespace();
        return look();
      }),
    );
    if (counts === null) return;
    const { started, told, replaced, ended, stuckBeyond, failed } = counts;
    const result = stuckBeyond ? 'stopped' : 'done';
    metrics.reconcileRounds.inc({ result: failed > 0 ? 'failed' : result });
    metrics.workflowsRestored.inc({ reason: 'missing' }, started);
    metrics.workflowsRestored.inc({ reason: 'stuck' }, replaced);
    if (started + told + replaced + ended + failed > 0) logger.warn(counts, 'workflows reconciled with their cases');
    if (stuckBeyond) logger.error(counts, 'too many stuck workflows to restart');
  } catch (error) {
    metrics.reconcileRounds.inc({ result: 'failed' });
    logger.warn({ failure: errorClass(error) }, 'reconciliation failed');
  }
}

async function countProblems({ workflows, logger }: ReconcilerDeps): Promise<void> {
  try {
    metrics.workflowProblems.set(await workflows.countProblems());
  } catch (error) {
    metrics.workflowProblems.set(0);
    logger.warn({ failure: errorClass(error) }, 'stuck workflows could not be counted');
  }
}

function isNamespaceLost(error: unknown): boolean {
  return error instanceof Error && error.name === 'NamespaceNotFoundError';
}
