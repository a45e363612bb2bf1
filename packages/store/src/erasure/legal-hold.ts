import { newId } from '../ids.ts';
import type { Store } from '../store.ts';
import { lockBounds, lockCase } from './lock-case.ts';

export type LegalHoldOutcome = { ok: true } | { ok: false; code: 'not_found' | 'erased' };

/**
 * Puts a case on legal hold, or takes it off: while it is on, nothing erases its details. What it is already is left as
 * it is. Recorded with the operator's name.
 */
export async function setLegalHold(
  { prisma }: Store,
  { caseId, on, operator }: { caseId: string; on: boolean; operator: string },
): Promise<LegalHoldOutcome> {
  return prisma.$transaction(async (transaction): Promise<LegalHoldOutcome> => {
    const row = await lockCase(transaction, caseId);
    if (!row) return { ok: false, code: 'not_found' };
    if (row.erasedAt) return { ok: false, code: 'erased' };
    if (row.legalHold === on) return { ok: true };
    // The time of the last change of the case itself stays: it is what retention counts from.
    await transaction.case.update({ where: { id: caseId }, data: { legalHold: on }, select: { id: true } });
    await transaction.caseEvent.create({
      data: {
        id: newId('event'),
        caseId,
        action: 'operator_action',
        actorType: 'platform',
        detail: { operator, command: on ? 'legal_hold_on' : 'legal_hold_off' },
        internal: true,
        createdAt: new Date(),
      },
    });
    return { ok: true };
  }, lockBounds);
}
