import {
  type ChargeRow,
  type CheckoutRow,
  closeCheckout,
  getCharge,
  listCheckouts,
  listPaymentsToRefund,
  listUnsettledCharges,
  recordCheckout,
  recordPayment,
  recordRefund,
} from '@evict/store/charges';
import type { Store } from '@evict/store/database';
import { type CheckoutState, PaymentFailure, type PaymentProvider } from './provider.ts';

export interface PaymentDeps {
  store: Store;
  payments: PaymentProvider;
}

/**
 * Returns the URL of the page where a due charge can be paid, or null if the charge isn't due. A page that is still
 * open is returned again. Concurrent calls get the same page, because the idempotency key derives from the number of
 * checkouts that they found.
 */
export async function startCheckout(deps: PaymentDeps, charge: ChargeRow, returnTo: string): Promise<string | null> {
  const { store, payments } = deps;
  const found = await listCheckouts(store, charge.id);
  const [open] = await refreshCheckouts(deps, charge, found);
  const { state } = await getCharge(store, charge.id);
  if (state !== 'due') return null;
  if (open) return open.url;
  const { id: chargeId, amountCents, currency, description } = charge;
  const request = { chargeId, number: found.length, amountCents, currency, description, returnTo };
  const opened = await payments.openCheckout(request);
  return (await recordCheckout(store, chargeId, opened)) === 'due' ? opened.url : null;
}

/**
 * Asks the provider about every open checkout of the charge, and records each payment once. If the charge isn't due,
 * closes its open checkouts.
 */
export async function syncPayments(deps: PaymentDeps, charge: ChargeRow): Promise<void> {
  await refreshCheckouts(deps, charge, await listCheckouts(deps.store, charge.id));
}

/**
 * Settles a charge with the payment provider: closes its open checkouts if it isn't due, and issues any refunds.
 * Returns false while the provider hasn't finished.
 */
export async function settleCharge(deps: PaymentDeps, chargeId: string): Promise<boolean> {
  const { store, payments } = deps;
  const charge = await getCharge(store, chargeId);
  await syncPayments(deps, charge);
  for (const { checkoutId, paymentId } of await listPaymentsToRefund(store, chargeId)) {
    const outcome = await payments.refund({ paymentId, amountCents: charge.amountCents });
    if (outcome === 'refunded') await recordRefund(store, { chargeId, checkoutId, paymentId });
  }
  return !(await listUnsettledCharges(store, { caseId: charge.caseId })).includes(chargeId);
}

/**
 * Asks the provider about the checkouts, or closes them if the charge isn't due. Records any payment, and returns the
 * checkouts that are still open.
 */
async function refreshCheckouts(
  { store, payments }: PaymentDeps,
  charge: ChargeRow,
  checkouts: readonly CheckoutRow[],
): Promise<CheckoutRow[]> {
  const open: CheckoutRow[] = [];
  for (const checkout of checkouts) {
    if (checkout.closedAt !== null) continue;
    const { id } = checkout;
    const state = await (charge.state === 'due' ? payments.readCheckout(id) : payments.closeCheckout(id));
    switch (state.status) {
      case 'open':
        open.push(checkout);
        break;
      case 'expired':
        await closeCheckout(store, id);
        break;
      case 'paid':
        requireMatch(charge, state);
        await recordPayment(store, { chargeId: charge.id, checkoutId: id, paymentId: state.paymentId });
    }
  }
  return open;
}

/**
 * Throws PaymentFailure if the payment has another amount, currency or charge. Someone has to investigate such a
 * payment.
 */
function requireMatch(charge: ChargeRow, paid: Extract<CheckoutState, { status: 'paid' }>): void {
  const isMatch =
    paid.chargeId === charge.id && paid.amountCents === charge.amountCents && paid.currency === charge.currency;
  if (!isMatch) throw new PaymentFailure('mismatch');
}
