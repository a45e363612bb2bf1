import { inTransaction, poolOf, prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import type { ChargeRow } from './charges.ts';

// What is known of the payment provider's pages. A charge and its checkouts change under the lock of the charge's row.

export interface CheckoutRow {
  /** The provider's own id. */
  id: string;
  url: string;
  /** When it was found to be over, paid or not; null while it can still be paid. */
  closedAt: Date | null;
}

/** Every checkout that the charge has had, oldest first. */
export async function listCheckouts(store: Store, chargeId: string): Promise<CheckoutRow[]> {
  return prismaOf(store).checkout.findMany({
    where: { chargeId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, url: true, closedAt: true },
  });
}

/** Keeps a checkout that the provider has opened. Gives the state of the charge, which may have changed meanwhile. */
export async function recordCheckout(
  store: Store,
  chargeId: string,
  { id, url, expiresAt }: { id: string; url: string; expiresAt: Date },
): Promise<ChargeRow['state']> {
  return inTransaction(store, 'recordCheckout', chargeId, async (transaction) => {
    const state = await lock(transaction, chargeId);
    await transaction.checkout.createMany({ data: [{ id, chargeId, url, expiresAt }], skipDuplicates: true });
    return state;
  });
}

/** The provider has said that nobody paid there, nor can. */
export async function closeCheckout(store: Store, id: string): Promise<void> {
  await prismaOf(store).$executeRaw`UPDATE "Checkout" SET "closedAt" = now() WHERE id = ${id} AND "closedAt" IS NULL`;
}

/**
 * Records what came in through a checkout, once. What comes in for a charge that was void is paid and to be given back;
 * a second payment of a charge leaves the charge as it is, and is to be given back as well.
 */
export async function recordPayment(
  store: Store,
  { chargeId, checkoutId, paymentId }: { chargeId: string; checkoutId: string; paymentId: string },
): Promise<void> {
  await inTransaction(store, 'recordPayment', chargeId, async (transaction) => {
    const state = await lock(transaction, chargeId);
    const now = new Date();
    const { count } = await transaction.checkout.updateMany({
      where: { id: checkoutId, chargeId, paymentId: null },
      data: { paymentId, closedAt: now },
    });
    if (count === 0) return;
    const paid = { state: 'paid', paidAt: now, paymentId };
    switch (state) {
      case 'due':
        await transaction.charge.update({ where: { id: chargeId }, data: paid });
        return;
      case 'void':
        await transaction.charge.update({ where: { id: chargeId }, data: { ...paid, refundRequestedAt: now } });
        return;
      case 'paid':
      case 'refunded':
    }
  });
}

/** The payments of a charge that are to be given back. */
export async function listPaymentsToRefund(
  store: Store,
  chargeId: string,
): Promise<{ checkoutId: string; paymentId: string }[]> {
  const { rows } = await poolOf(store).query<{ checkoutId: string; paymentId: string }>({
    name: 'payments-to-refund',
    text: `SELECT k.id AS "checkoutId", k."paymentId" FROM "Charge" c JOIN "Checkout" k ON k."chargeId" = c.id
      WHERE c.id = $1 AND ${isToRefund} ORDER BY k.id`,
    values: [chargeId],
  });
  return rows;
}

/** The provider has given back what came in through a checkout. */
export async function recordRefund(
  store: Store,
  { chargeId, checkoutId, paymentId }: { chargeId: string; checkoutId: string; paymentId: string },
): Promise<void> {
  await inTransaction(store, 'recordRefund', chargeId, async (transaction) => {
    await lock(transaction, chargeId);
    const refundedAt = new Date();
    await transaction.checkout.updateMany({ where: { id: checkoutId, refundedAt: null }, data: { refundedAt } });
    await transaction.charge.updateMany({
      where: { id: chargeId, paymentId, state: 'paid' },
      data: { state: 'refunded', refundedAt },
    });
  });
}

/**
 * Ids of charges with something left to do at the provider: a checkout to be closed or asked about, a payment to be
 * given back. In order, the next ones after an id, at most `count`; of one case where it is named.
 */
export async function listUnsettledCharges(
  store: Store,
  { caseId = null, after = '', count = 100 }: { caseId?: string | null; after?: string; count?: number } = {},
): Promise<string[]> {
  const { rows } = await poolOf(store).query<{ id: string }>({
    name: 'charges-unsettled',
    text: `SELECT DISTINCT c.id FROM "Checkout" k JOIN "Charge" c ON c.id = k."chargeId"
      WHERE (${isOver} OR ${isToRefund}) AND c.id > $1 AND ($2::text IS NULL OR c."caseId" = $2)
      ORDER BY c.id LIMIT $3`,
    values: [after, caseId, count],
  });
  return rows.map(({ id }) => id);
}

/** Nobody may pay there any more, and the provider has not confirmed that nobody has. */
const isOver = `(k."closedAt" IS NULL AND (c.state <> 'due' OR k."expiresAt" <= now()))`;
const isToRefund = `(k."paymentId" IS NOT NULL AND k."refundedAt" IS NULL
  AND (c."refundRequestedAt" IS NOT NULL OR k."paymentId" IS DISTINCT FROM c."paymentId"))`;

/** First of all locks, so that no two transactions wait for each other. */
async function lock(transaction: Transaction, chargeId: string): Promise<ChargeRow['state']> {
  const [charge] = await transaction.$queryRaw<Pick<ChargeRow, 'state'>[]>`
    SELECT state FROM "Charge" WHERE id = ${chargeId} FOR UPDATE`;
  if (!charge) throw new Error('there is no such charge');
  return charge.state;
}
