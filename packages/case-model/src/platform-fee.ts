import type { CaseEvent } from './events.ts';
import { modePolicies } from './mode.ts';
import type { CaseRecord } from './record.ts';

/**
 * What a transition means for the platform fee: a live submit makes it due, once in the life of a case; a case
 * withdrawn while no attorney is engaged, or after the attorney declined, owes nothing. Once one is engaged it stays.
 */
export function platformFee(events: readonly CaseEvent[], { mode, attorneyId }: CaseRecord): 'due' | 'void' | null {
  if (!modePolicies[mode].chargesFee) return null;
  if (events.some(({ action }) => action === 'submit')) return 'due';
  return attorneyId === null && events.some(({ action }) => action === 'withdraw') ? 'void' : null;
}
