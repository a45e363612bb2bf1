import { firstRow, type Store } from '../database/store.ts';

export type LegalHoldOutcome = { ok: true } | { ok: false; code: 'not_found' | 'erased' };

/**
 * Sets or releases the legal hold of a case, during which nothing erases its details. Does nothing if the hold is
 * already so. Records the operator's name.
 */
export async function setLegalHold(
  store: Store,
  { caseId, on, operator }: { caseId: string; on: boolean; operator: string },
): Promise<LegalHoldOutcome> {
  const row = await firstRow<{ outcome: 'ok' | 'not_found' | 'erased' }>(store)`
    SELECT "setLegalHold"(${caseId}, ${on}, ${operator}) AS outcome`;
  const outcome = row?.outcome ?? 'not_found';
  return outcome === 'ok' ? { ok: true } : { ok: false, code: outcome };
}
