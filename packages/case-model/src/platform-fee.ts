import type { CaseEvent } from './events.ts';
import { modePolicies } from './mode.ts';
import type { CaseRecord } from './record.ts';

/**
 * The effect of a transition on the platform fee. The first live submit makes it due. A withdrawal while no attorney is
 * engaged, or after the attorney declined, waives it.
 */
export function platformFee(events: readonly CaseEvent[], { mode, attorneyId }: CaseRecord): 'due' | 'void' | null {
  if (!modePolicies[mode].chargesFee) return null;
  if (events.some(({ action }) => action === 'submit')) return 'due';
  return attorneyId === null && events.some(({ action }) => action === 'withdraw') ? 'void' : null;
}
