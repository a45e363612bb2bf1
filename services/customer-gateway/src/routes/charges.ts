import { ApiError, routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { hasCharge, listCharges, presentCharge, type Scope, type Store } from '@evict/store';
import { loadCase } from '../cases.ts';

/** What a case costs. Without a payment provider a charge is shown as due and settled outside of the service. */
export function chargeRoutes(gateway: Gateway, { store }: { store: Store }): void {
  gateway.route(routes.listCharges, async ({ caller, params }) => {
    const { id } = await loadCase(store, caller, params.id);
    const items = (await listCharges(store, id)).map(presentCharge);
    return { status: 200, body: { items, paymentsEnabled: false } };
  });

  gateway.route(routes.checkoutCharge, async ({ caller, params }) => {
    await requireCharge(store, caller, params);
    throw new ApiError('payments_unavailable');
  });

  gateway.route(routes.confirmCharge, async ({ caller, params }) => {
    await requireCharge(store, caller, params);
    throw new ApiError('payments_unavailable');
  });
}

/** The charge of the caller's case; 404 for one that is absent or of another case. */
async function requireCharge(
  store: Store,
  scope: Scope,
  { id, chargeId }: { id: string; chargeId: string },
): Promise<void> {
  const row = await loadCase(store, scope, id);
  if (!(await hasCharge(store, row.id, chargeId))) throw new ApiError('not_found');
}
