import { ApiError, routes } from '@evict/contract';
import { websitePages } from '@evict/contract/website-pages';
import type { Gateway } from '@evict/http';
import { startCheckout, PaymentFailure, syncPayments } from '@evict/payments';
import type { Scope } from '@evict/store/cases';
import { type ChargeRow, findCharge, listCharges, presentCharge } from '@evict/store/charges';
import { loadCase, loadCaseJson } from '../cases.ts';
import { requireConfirmed } from '../confirming.ts';
import type { Dependencies } from '../dependencies.ts';

/** Serves the charges of a case. Without a payment provider, customers see them here but pay outside the service. */
export function chargeRoutes(
  gateway: Gateway,
  { store, payments, websiteOrigin }: Pick<Dependencies, 'store' | 'payments' | 'websiteOrigin'>,
): void {
  gateway.route(routes.listCharges, async ({ caller, params }) => {
    const { id } = await loadCaseJson(store, caller, params.id);
    const items = (await listCharges(store, { scope: caller, caseId: id })).map(presentCharge);
    // A simulated charge can't be paid.
    const isSimulated = caller.mode === 'test' && items.length > 0;
    return { status: 200, body: { items, paymentsEnabled: payments !== null && !isSimulated } };
  });

  gateway.route(routes.checkoutCharge, async ({ caller, params, work }) => {
    const charge = await loadCharge(caller, params);
    const provider = providerFor(caller);
    if (charge.state !== 'due') throw new ApiError('charge_not_due');
    const act = { caseId: charge.caseId, action: 'pay', chargeId: charge.id } as const;
    await requireConfirmed({ store, websiteOrigin }, { caller, work }, act, work.uuid('checkout'));
    const returnTo = `${websiteOrigin}${websitePages.case(charge.caseId)}`;
    const url = await work.releaseDuring(() =>
      atProvider(() => startCheckout({ store, payments: provider }, charge, returnTo)),
    );
    if (url === null) throw new ApiError('charge_not_due');
    return { status: 200, body: { url } };
  });

  gateway.route(routes.confirmCharge, async ({ caller, params, work }) => {
    const charge = await loadCharge(caller, params);
    const provider = providerFor(caller);
    await work.releaseDuring(() => atProvider(() => syncPayments({ store, payments: provider }, charge)));
    const confirmed = await loadCharge(caller, params);
    return { status: 200, body: presentCharge(confirmed), isFinal: confirmed.state !== 'due' };
  });

  /** Returns the payment provider. Throws 409 if there is none, and in test mode, in which charges are simulated. */
  function providerFor({ mode }: Scope): NonNullable<typeof payments> {
    if (!payments || mode === 'test') throw new ApiError('payments_unavailable');
    return payments;
  }

  /** Loads a charge of the caller's case. Throws 404 if it doesn't exist or belongs to another case. */
  async function loadCharge(scope: Scope, { id, chargeId }: { id: string; chargeId: string }): Promise<ChargeRow> {
    const row = await loadCase(store, scope, id);
    const charge = await findCharge(store, { scope, caseId: row.id }, chargeId);
    if (!charge) throw new ApiError('not_found');
    return charge;
  }
}

const providerAway = 'The payment provider did not respond. Send the request again.';

/**
 * Calls the payment provider. If it is unavailable, throws 503 `busy`: nothing was recorded, and the request can be
 * repeated.
 */
async function atProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaymentFailure) || !error.isTemporary) throw error;
    throw new ApiError('busy', { message: providerAway, retryAfterSeconds: 5, cause: error });
  }
}
