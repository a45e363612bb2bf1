import { inTransaction, type Store } from '../database/store.ts';
import { recordPlatformEvent } from '../events/platform-event.ts';
import { lockCase } from './erase-case.ts';

export type LegalHoldOutcome = { ok: true } | { ok: false; code: 'not_found' | 'erased' };

/**
 * Sets or releases a case's legal hold, which prevents any erasure. Does nothing if the hold is already set that way.
 * Records the operator's name. The time of the last change stays the same, because retention counts from it.
 */
export async function setLegalHold(
  store: Store,
  { caseId, on, operator }: { caseId: string; on: boolean; operator: string },
): Promise<LegalHoldOutcome> {
  return inTransaction(store, 'setLegalHold', caseId, async (transaction): Promise<LegalHoldOutcome> => {
    const row = await lockCase(transaction, caseId);
    if (!row) return { ok: false, code: 'not_found' };
    if (row.erasedAt) return { ok: false, code: 'erased' };
    if (row.legalHold !== on) {
      await transaction.case.update({ where: { id: caseId }, data: { legalHold: on }, select: { id: true } });
      const detail = { operator, command: on ? 'legal_hold_on' : 'legal_hold_off' };
      await recordPlatformEvent(transaction, { caseId, action: 'operator_action', detail });
    }
    return { ok: true };
  });
}
