import type { CaseEvent } from './case-event.ts';
import { isSandbox } from './mode.ts';
import { type CaseRecord } from './record.ts';
import { isEngaged } from './open-work.ts';

/**
 * Returns what a decision does to the platform fee, or null if it has no effect on it. A live submit makes the fee due;
 * a later submit of the same case isn't charged again. A withdrawal voids it if no attorney is engaged, even if one was
 * asked.
 */
export function platformFee(events: readonly CaseEvent[], record: CaseRecord): 'due' | 'void' | null {
  if (isSandbox(record)) return null;
  if (events.some(({ action }) => action === 'submit')) return 'due';
  return !isEngaged(record) && events.some(({ action }) => action === 'withdraw') ? 'void' : null;
}
