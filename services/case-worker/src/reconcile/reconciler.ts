import { setTimeout } from 'node:timers/promises';
import { runExclusively } from '@evict/store/database';
import { type Logger, metrics } from '@evict/telemetry';
import { restoreReasons } from '@evict/temporal/messages';
import { reconcileOnce, type RoundCounts, type RoundDeps, type RoundOptions } from './round.ts';

export interface ReconcilerDeps extends RoundDeps {
  logger: Logger;
  /** Registers a lost namespace again, with everything in it. */
  registerNamespace: () => Promise<void>;
}

export interface ReconcilerOptions extends Omit<RoundOptions, 'signal'> {
  /** Between two rounds. */
  everyMs?: number;
}

/**
 * Reconciles periodically until the signal. A lock in the database lets one process at a time run a round.
 */
export async function keepReconciled(
  deps: ReconcilerDeps,
  { everyMs = 30_000, ...options }: ReconcilerOptions,
  signal: AbortSignal,
): Promise<void> {
  // An alert detects an increase only if the counter already has a value.
  for (const reason of restoreReasons) metrics.processesRestored.inc({ reason }, 0);
  while (!signal.aborted) {
    await round(deps, { ...options, signal });
    await setTimeout(everyMs, undefined, { signal }).catch(() => {}); // aborted
  }
}

async function round({ logger, registerNamespace, ...deps }: ReconcilerDeps, options: RoundOptions): Promise<void> {
  // Set only by the process that runs the round.
  metrics.workflowProblems.set(0);
  try {
    const counts = await runExclusively(deps.store, 'reconcile cases', () =>
      look(deps, options).catch(async (error: unknown) => {
        if (!isNamespaceLost(error)) throw error;
        await registerNamespace();
        return look(deps, options);
      }),
    );
    if (counts === null) return;
    const { started, toldBehind, failed } = counts;
    metrics.reconcileRounds.inc({ result: failed > 0 ? 'failed' : 'done' });
    if (started + toldBehind + failed > 0) logger.warn(counts, 'processes of cases were lost');
  } catch (error) {
    metrics.reconcileRounds.inc({ result: 'failed' });
    logger.warn({ failure: error instanceof Error ? error.name : typeof error }, 'reconciling broken off');
  }
}

async function look(deps: RoundDeps, options: RoundOptions): Promise<RoundCounts> {
  const counts = await reconcileOnce(deps, options);
  metrics.workflowProblems.set(await deps.processes.countProblems());
  return counts;
}

function isNamespaceLost(error: unknown): boolean {
  return error instanceof Error && error.name === 'NamespaceNotFoundError';
}
