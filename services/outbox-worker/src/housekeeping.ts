import { setTimeout } from 'node:timers/promises';
import type { Store } from '@evict/store/database';
import { deleteDue, deletionRules, type RuleOfTable } from '@evict/store/retention';
import { failDeliveriesOfDisabled } from '@evict/store/webhooks';
import { errorClass, type Logger, metrics } from '@evict/telemetry';

export interface HousekeepingDeps {
  store: Store;
  logger: Logger;
  /** The interval between rounds of deletion, in milliseconds. */
  housekeepingEveryMs?: number;
}

const HOUR_MS = 3_600_000;
const failEveryMs = 30_000;
/** Small batches hold their locks only briefly. */
const batchSize = 500;

/**
 * Deletes the rows whose retention has ended, by the rules in `@evict/store/retention`, and fails the pending
 * deliveries to disabled endpoints. Runs until the signal is aborted.
 */
export async function runHousekeeping(deps: HousekeepingDeps, signal: AbortSignal): Promise<void> {
  await Promise.all([deleteUntil(deps, signal), failUntil(deps, signal)]);
}

async function failUntil({ store, logger }: HousekeepingDeps, signal: AbortSignal): Promise<void> {
  await repeatUntil(signal, failEveryMs, async () => {
    try {
      while (!signal.aborted && (await failDeliveriesOfDisabled(store)) > 0);
    } catch (error) {
      logger.warn({ failure: errorClass(error) }, 'deliveries to disabled endpoints could not be marked as failed');
    }
  });
}

async function deleteUntil(
  { store, logger, housekeepingEveryMs = HOUR_MS }: HousekeepingDeps,
  signal: AbortSignal,
): Promise<void> {
  await repeatUntil(signal, housekeepingEveryMs, async () => {
    for (const rule of deletionRules) {
      try {
        await applyRule(store, rule, signal);
      } catch (error) {
        const failure = errorClass(error);
        logger.warn({ failure, table: rule.table, rule: rule.rule }, 'housekeeping interrupted; trying again later');
      }
    }
  });
}

/** Repeats `round` at once and then after each interval, until the signal is aborted. */
async function repeatUntil(signal: AbortSignal, everyMs: number, round: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await round();
    await setTimeout(everyMs, undefined, { signal }).catch(() => {}); // aborted
  }
}

async function applyRule(store: Store, rule: RuleOfTable, signal: AbortSignal): Promise<void> {
  for await (const deleted of deleteDue(store, rule, batchSize)) {
    metrics.retentionDone.inc({ table: rule.table, rule: rule.rule }, deleted);
    if (signal.aborted) return;
  }
}
