import { PaymentFailure, type PaymentProvider, settleCharge } from '@evict/payments';
import { claimCharges, type ClaimedCharge, recordSettling } from '@evict/store/charges';
import type { Store } from '@evict/store/database';
import type { Logger } from '@evict/telemetry';
import { eachByItself, type Outbox } from '../loop.ts';

export interface ChargeOutboxDeps {
  store: Store;
  /** The payment provider. Null if online payment is off. */
  payments: PaymentProvider | null;
  /** The delay after each failed attempt. The last delay repeats, because a refund is never abandoned. */
  retryDelaysMs: readonly number[];
  logger: Logger;
}

/** The result of settling a charge. `failure` is null if the charge is settled. */
interface Settled {
  charge: ClaimedCharge;
  failure: string | null;
}

/** Longer than an attempt takes. Even if two attempts overlap, settling a charge twice has no effect. */
const leaseMs = 60_000;

/**
 * Settles due charges with the payment provider: closes checkouts that must no longer be paid, and refunds payments.
 */
export function createChargeOutbox(deps: ChargeOutboxDeps): Outbox<ClaimedCharge, Settled> {
  const { store, payments, retryDelaysMs, logger } = deps;

  async function recordOutcome({ charge, failure }: Settled): Promise<void> {
    const { id: chargeId, attempt } = charge;
    const dueInMs = retryDelaysMs[Math.min(attempt, retryDelaysMs.length) - 1] ?? 0;
    await recordSettling(store, charge, failure === null ? null : { dueInMs });
    if (failure === null) logger.info({ chargeId, attempt }, 'charge settled');
    else logger.warn({ chargeId, failure, attempt }, 'charge not settled; it will be retried');
  }

  return {
    kind: 'charges',
    atOnce: 10,
    claim: (count) => claimCharges(store, { count, leaseMs }),
    send: async (charge) => ({ charge, failure: await settle(store, payments, charge.id) }),
    record: eachByItself(recordOutcome),
    release: async () => {},
  };
}

/**
 * Settles one charge. Returns null if everything is settled, otherwise the class of the failure or the reason to wait.
 */
async function settle(store: Store, payments: PaymentProvider | null, chargeId: string): Promise<string | null> {
  if (!payments) return 'payments_off';
  try {
    return (await settleCharge({ store, payments }, chargeId)) ? null : 'provider_pending';
  } catch (error) {
    return error instanceof PaymentFailure ? error.code : 'unexpected';
  }
}
