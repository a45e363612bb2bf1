import type { CaseEvent } from './case-event.ts';
import { isSandbox } from './mode.ts';
import { type CaseRecord } from './record.ts';
import { isEngaged } from './open-work.ts';

/**
 * The effect of a decision on the platform fee. The first live submit makes it due. A withdrawal waives it if no
 * attorney is engaged or the attorney has declined. An attorney who was asked and hasn't accepted is not engaged.
 */
export function platformFee(events: readonly CaseEvent[], record: CaseRecord): 'due' | 'void' | null {
  if (isSandbox(record)) return null;
  if (events.some(({ action }) => action === 'submit')) return 'due';
  return !isEngaged(record) && events.some(({ action }) => action === 'withdraw') ? 'void' : null;
}
