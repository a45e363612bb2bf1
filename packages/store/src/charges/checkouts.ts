import { allIds, allRows, countRows, inTransaction, raw, sql, type Statement, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { type Claimed, claimedOf, type ClaimRow, notifyOutbox } from '../outbox.ts';
import { type ChargeRow, lockCaseOf, settledNow, showChange } from './charges.ts';

// A checkout is a page of the payment provider on which a charge can be paid. Payments and refunds are recorded under
// the lock on the charge's row.

export interface CheckoutRow {
  /** Assigned by the provider. */
  id: string;
  url: string;
  /** When the checkout was found to be closed, paid or not. Null while it can be paid. */
  closedAt: Date | null;
}

/** Lists all checkouts of a charge, oldest first. */
export async function listCheckouts(store: Store, chargeId: string): Promise<CheckoutRow[]> {
  return allRows<CheckoutRow>(store)`
    SELECT id, url, "closedAt" FROM "Checkout" WHERE "chargeId" = ${chargeId} ORDER BY "createdAt", id`;
}

/** Records a checkout that the provider has opened. Returns the charge's state, which may have changed meanwhile. */
export async function recordCheckout(
  store: Store,
  chargeId: string,
  { id, url, expiresAt }: { id: string; url: string; expiresAt: Date },
): Promise<ChargeRow['state']> {
  return inTransaction(store, 'recordCheckout', chargeId, async (transaction) => {
    const { state } = await lock(transaction, chargeId);
    await transaction.checkout.createMany({ data: [{ id, chargeId, url, expiresAt }], skipDuplicates: true });
    if (state !== 'due') await notifyOutbox(transaction, 'charges');
    return state;
  });
}

/** Closes a checkout that the provider reports as unpaid and expired. */
export async function closeCheckout(store: Store, id: string): Promise<void> {
  await countRows(store)`UPDATE "Checkout" SET "closedAt" = now() WHERE id = ${id} AND "closedAt" IS NULL`;
}

/**
 * Records that a checkout was paid. Repeated calls have no effect. A payment for a void charge and a second payment are
 * marked for refund.
 */
export async function recordPayment(
  store: Store,
  { chargeId, checkoutId, paymentId }: { chargeId: string; checkoutId: string; paymentId: string },
): Promise<void> {
  await inTransaction(store, 'recordPayment', chargeId, async (transaction) => {
    const charge = await lock(transaction, chargeId);
    const now = new Date();
    // If another payment came first, this one has to be refunded.
    const surplus = charge.paymentId !== null && charge.paymentId !== paymentId;
    const { count } = await transaction.checkout.updateMany({
      where: { id: checkoutId, chargeId, paymentId: null },
      data: { paymentId, closedAt: now, surplus },
    });
    if (count === 0) return;
    if (surplus || charge.state === 'void') await notifyOutbox(transaction, 'charges');
    const paid = { state: 'paid', paidAt: now, paymentId };
    if (charge.state === 'paid' || charge.state === 'refunded') return;
    const refund = charge.state === 'void' ? { refundRequestedAt: now, ...settledNow } : {};
    await transaction.charge.update({ where: { id: chargeId }, data: { ...paid, ...refund } });
    await showChange(transaction, chargeId);
  });
}

/** Lists the payments of a charge that have to be refunded. */
export async function listPaymentsToRefund(
  store: Store,
  chargeId: string,
): Promise<{ checkoutId: string; paymentId: string }[]> {
  return allRows<{ checkoutId: string; paymentId: string }>(store)`
    SELECT k.id AS "checkoutId", k."paymentId" FROM "Charge" c JOIN "Checkout" k ON k."chargeId" = c.id
      WHERE c.id = ${chargeId} AND ${raw(mustRefund)} ORDER BY k.id`;
}

/** Records that the provider has refunded the payment of a checkout. */
export async function recordRefund(
  store: Store,
  { chargeId, checkoutId, paymentId }: { chargeId: string; checkoutId: string; paymentId: string },
): Promise<void> {
  await inTransaction(store, 'recordRefund', chargeId, async (transaction) => {
    await lock(transaction, chargeId);
    const refundedAt = new Date();
    await transaction.checkout.updateMany({ where: { id: checkoutId, refundedAt: null }, data: { refundedAt } });
    const { count } = await transaction.charge.updateMany({
      where: { id: chargeId, paymentId, state: 'paid' },
      data: { state: 'refunded', refundedAt },
    });
    if (count > 0) await showChange(transaction, chargeId);
  });
}

/**
 * Lists the ids of charges that still have to be settled with the provider, in the order of the ids. `caseId` limits
 * them to one case.
 */
export async function listUnsettledCharges(
  store: Store,
  { caseId = null }: { caseId?: string | null } = {},
): Promise<string[]> {
  return allIds(store)`${unsettledCharges(caseId)}`;
}

const ofCharge = `FROM "Checkout" k JOIN "Charge" c ON c.id = k."chargeId"`;
/**
 * An SQL condition: checkout `k` must no longer be open for payment, but the provider hasn't confirmed yet that it was
 * closed unpaid.
 */
const mustClose = `k."closedAt" IS NULL AND (c.state <> 'due' OR k."expiresAt" <= now())`;
const isPaid = `k."paymentId" IS NOT NULL AND k."refundedAt" IS NULL`;
const mustRefund = `${isPaid} AND (c."refundRequestedAt" IS NOT NULL OR k.surplus)`;

/**
 * SQL for the charges that still have to be settled. Each branch repeats the condition of a partial index, so that
 * settled charges, which are nearly all charges, are never read. The planner overestimates how many requested refunds
 * are still open, so the second branch looks up the checkouts of each charge separately.
 */
const unsettled = raw(`(
    SELECT c.id, c."caseId", c."settleAt" ${ofCharge} WHERE ${mustClose}
    UNION
    SELECT c.id, c."caseId", c."settleAt" FROM "Charge" c CROSS JOIN LATERAL (
        SELECT FROM "Checkout" k WHERE k."chargeId" = c.id AND ${isPaid} LIMIT 1
      ) paid WHERE c."refundRequestedAt" IS NOT NULL AND c."refundedAt" IS NULL
    UNION
    SELECT c.id, c."caseId", c."settleAt" ${ofCharge} WHERE k.surplus AND k."refundedAt" IS NULL
  ) unsettled`);

/** The query that `listUnsettledCharges` runs. */
export function unsettledCharges(caseId: string | null): Statement {
  return sql`SELECT id FROM ${unsettled} WHERE ${caseId}::text IS NULL OR "caseId" = ${caseId} ORDER BY id`;
}

/** Selects how many charges have to be settled (`waiting`), and how long the oldest has waited (`oldestSeconds`). */
export const chargeBacklog: Statement = sql`
  SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM now() - min(coalesce(
      c."settleAt", c."refundRequestedAt", c."voidedAt", c."paidAt",
      (SELECT min(k."expiresAt") FROM "Checkout" k WHERE k."chargeId" = c.id AND k."closedAt" IS NULL)
    ))), 0)::float8 AS "oldestSeconds"
  FROM ${unsettled} JOIN "Charge" c USING (id) WHERE c."settleAt" IS NULL OR c."settleAt" <= now()`;

/** A charge that was claimed for an attempt to settle it. `attempt` counts from 1 since the charge last changed. */
export interface ClaimedCharge {
  id: string;
  attempt: number;
}

/** Claims up to `count` charges that are due to be settled. Each claim lasts `leaseMs` milliseconds. */
export async function claimCharges(
  store: Store,
  { count, leaseMs }: { count: number; leaseMs: number },
): Promise<Claimed<ClaimedCharge>> {
  const rows = await allRows<ClaimRow<ClaimedCharge>>(store)`
    WITH page AS MATERIALIZED (
        SELECT id FROM ${unsettled} WHERE "settleAt" IS NULL OR "settleAt" <= now() ORDER BY id LIMIT ${count}
      ), due AS MATERIALIZED (
        SELECT c.id FROM page JOIN "Charge" c USING (id) WHERE c."settleAt" IS NULL OR c."settleAt" <= now()
        FOR UPDATE OF c SKIP LOCKED
      ), claimed AS (
        UPDATE "Charge" c SET "settleAttempts" = "settleAttempts" + 1,
          "settleAt" = now() + make_interval(secs => ${leaseMs}::float8 / 1000)
        FROM due WHERE c.id = due.id RETURNING c.id, "settleAttempts" AS attempt
      ), next AS (
        SELECT ceil(extract(epoch FROM min("settleAt") - now()) * 1000)::float8 AS "nextInMs"
        FROM ${unsettled} WHERE "settleAt" > now()
      )
      SELECT id, attempt, "nextInMs" FROM next LEFT JOIN claimed ON true`;
  return claimedOf(rows);
}

/**
 * Schedules the next attempt to settle a charge, or none if `next` is null. A charge that changed during the attempt is
 * still due now.
 */
export async function recordSettling(
  store: Store,
  { id, attempt }: ClaimedCharge,
  next: { dueInMs: number } | null,
): Promise<void> {
  await countRows(store)`
    UPDATE "Charge" SET "settleAt" = now() + make_interval(secs => ${next?.dueInMs ?? null}::float8 / 1000),
        "settleAttempts" = CASE WHEN ${next === null}::boolean THEN 0 ELSE "settleAttempts" END
      WHERE id = ${id} AND "settleAttempts" = ${attempt}`;
}

/**
 * Locks a charge and its case, and returns the charge. This must be the first lock of a transaction, to avoid
 * deadlocks.
 */
async function lock(transaction: Transaction, chargeId: string) {
  await lockCaseOf(transaction, chargeId);
  const [charge] = await transaction.$queryRaw<(Pick<ChargeRow, 'state'> & { paymentId: string | null })[]>`
    SELECT state, "paymentId" FROM "Charge" WHERE id = ${chargeId} FOR UPDATE`;
  if (!charge) throw new Error('there is no such charge');
  return charge;
}
