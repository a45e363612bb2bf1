import { setTimeout } from 'node:timers/promises';
import type { Store } from '@evict/store/database';
import { deleteDue, deletionRules, type RuleOfTable } from '@evict/store/retention';
import { type Logger, metrics } from '@evict/telemetry';

export interface HousekeepingDeps {
  store: Store;
  logger: Logger;
  /** Between two rounds. */
  housekeepingEveryMs?: number;
}

const HOUR_MS = 3_600_000;
/** Small statements, so that nobody waits for their locks. */
const rowsAtOnce = 500;

/** Again and again until the signal: deletes the rows that have had their time, by the rules of what is kept. */
export async function keepHouse(
  { store, logger, housekeepingEveryMs = HOUR_MS }: HousekeepingDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const rule of deletionRules) {
      try {
        await applyRule(store, rule, signal);
      } catch (error) {
        const failure = error instanceof Error ? error.name : typeof error;
        logger.warn({ failure, table: rule.table, rule: rule.rule }, 'housekeeping broken off');
      }
    }
    await setTimeout(housekeepingEveryMs, undefined, { signal }).catch(() => {}); // aborted
  }
}

async function applyRule(store: Store, rule: RuleOfTable, signal: AbortSignal): Promise<void> {
  for await (const deleted of deleteDue(store, rule, rowsAtOnce)) {
    metrics.retentionDone.inc({ table: rule.table, rule: rule.rule }, deleted);
    if (signal.aborted) return;
  }
}
