import type { ChargeState } from '@evict/case-model';
import { isInScope, type ScopedCase } from '../cases/assigned.ts';
import { allRows, firstRow, inTransaction, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { notifyOutbox } from '../outbox.ts';
import { recordMessage } from '../webhooks/record-deliveries.ts';

export interface ChargeRow {
  id: string;
  caseId: string;
  kind: 'platform_fee';
  description: string;
  amountCents: number;
  currency: 'usd';
  state: ChargeState;
  createdAt: Date;
  paidAt: Date | null;
  voidedAt: Date | null;
  refundedAt: Date | null;
  /** When a refund of a paid charge was requested, or null. */
  refundRequestedAt: Date | null;
}

/** Lists the charges of a case, oldest first. */
export async function listCharges(store: Store, of: ScopedCase): Promise<ChargeRow[]> {
  return allRows<ChargeRow>(store)`
    SELECT h.* FROM "Charge" h JOIN "Case" c ON c.id = h."caseId" WHERE ${isInScope(of)} ORDER BY h."createdAt", h.id`;
}

/** Finds the charge with this id if it belongs to this case in the scope, or returns null. */
export async function findCharge(store: Store, of: ScopedCase, id: string): Promise<ChargeRow | null> {
  return firstRow<ChargeRow>(store)`
    SELECT h.* FROM "Charge" h JOIN "Case" c ON c.id = h."caseId" WHERE h.id = ${id} AND ${isInScope(of)}`;
}

/** Reads a charge. Throws if it doesn't exist. */
export async function getCharge(store: Store, id: string): Promise<ChargeRow> {
  const charge = await firstRow<ChargeRow>(store)`SELECT * FROM "Charge" WHERE id = ${id}`;
  if (!charge) throw new Error('there is no such charge');
  return charge;
}

export function presentCharge(row: ChargeRow) {
  return {
    id: row.id,
    caseId: row.caseId,
    kind: row.kind,
    description: row.description,
    amountCents: row.amountCents,
    currency: row.currency,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    voidedAt: row.voidedAt?.toISOString() ?? null,
    refundedAt: row.refundedAt?.toISOString() ?? null,
  };
}

/** Voids a due charge. The outbox worker then settles it with the payment provider. */
export async function voidCharge(store: Store, id: string): Promise<ChargeChange> {
  return changeCharge(store, 'voidCharge', id, 'not_due', async (transaction) => {
    const voided = { state: 'void', voidedAt: new Date(), ...settledNow };
    const { count } = await transaction.charge.updateMany({ where: { id, state: 'due', ...ofLiveCase }, data: voided });
    if (count > 0) await showChange(transaction, id);
    return count;
  });
}

/** Requests a refund of a paid charge. The charge counts as refunded once the provider confirms it. Idempotent. */
export async function requestRefund(store: Store, id: string): Promise<ChargeChange> {
  return changeCharge(store, 'requestRefund', id, 'not_paid', async ({ charge }) => {
    await charge.updateMany({
      where: { id, state: 'paid', refundRequestedAt: null, ...ofLiveCase },
      data: { refundRequestedAt: new Date(), ...settledNow },
    });
    return charge.count({ where: { id, state: 'paid', ...ofLiveCase } });
  });
}

/** Matches charges of live cases. Those of test cases are changed only by simulations. */
const ofLiveCase = { case: { mode: 'live' } } as const;

export type ChargeChange = { ok: true; charge: ChargeRow } | { ok: false; code: 'not_found' | 'not_due' | 'not_paid' };

/** Makes a changed charge due for settling at once, even if its last failure scheduled a later attempt. */
export const settledNow = { settleAt: null, settleAttempts: 0 } as const;

async function changeCharge(
  store: Store,
  name: 'voidCharge' | 'requestRefund',
  id: string,
  refusal: 'not_due' | 'not_paid',
  make: (transaction: Transaction) => Promise<number>,
): Promise<ChargeChange> {
  return inTransaction(store, name, id, async (transaction) => {
    await lockCaseOf(transaction, id);
    const isDone = (await make(transaction)) > 0;
    if (isDone) await notifyOutbox(transaction, 'charges');
    const row = (await transaction.charge.findUnique({ where: { id } })) as ChargeRow | null;
    if (!row) return { ok: false, code: 'not_found' };
    return isDone ? { ok: true, charge: row } : { ok: false, code: refusal };
  });
}

/** Locks the case of a charge. Call this before locking the charge, because decisions lock them in that order. */
export async function lockCaseOf(transaction: Transaction, chargeId: string): Promise<void> {
  await transaction.$executeRaw`
    SELECT FROM "Case" WHERE id = (SELECT "caseId" FROM "Charge" WHERE id = ${chargeId}) FOR NO KEY UPDATE`;
}

/** Queues the webhook event for a charge's new state, in the same transaction. */
export async function showChange(transaction: Transaction, chargeId: string): Promise<void> {
  const { caseId } = await transaction.charge.findUniqueOrThrow({ where: { id: chargeId }, select: { caseId: true } });
  await recordMessage(transaction, caseId, 'charge_changed');
}
