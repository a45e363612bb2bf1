import { PaymentFailure, type PaymentProvider, settleCharge } from '@evict/payments';
import { claimCharges, type ClaimedCharge, nextChargeDueInMs, recordSettling } from '@evict/store/charges';
import type { Store } from '@evict/store/database';
import type { Logger } from '@evict/telemetry';
import type { OutboxActivities } from '@evict/temporal/outbox';
import { withoutValues } from '@evict/temporal/without-values';
import { drain, eachByItself } from '../drain.ts';
import { retryWrite } from '../retry-write.ts';

export interface DrainChargesDeps {
  store: Store;
  /** Null if online payment is off. */
  payments: PaymentProvider | null;
  /** The delay after each failed attempt. The last one repeats: a refund is never given up. */
  retryDelaysMs: readonly number[];
  logger: Logger;
  isStopping: () => boolean;
}

/** Longer than an attempt takes. Settling a charge twice has no effect. */
const leaseMs = 60_000;
const chargesAtOnce = 10;

/** Settles what is due with the payment provider: closes checkouts that must not be paid any more, refunds payments. */
export function createDrainCharges(deps: DrainChargesDeps): OutboxActivities['drainCharges'] {
  const { store, isStopping } = deps;
  return () =>
    withoutValues(() =>
      drain(
        eachByItself<ClaimedCharge>(chargesAtOnce, {
          claim: (count) => claimCharges(store, { count, leaseMs }),
          send: (charge) => settle(deps, charge),
          release: async () => {},
          rest: () => nextChargeDueInMs(store),
        }),
        isStopping,
      ),
    );
}

async function settle(
  { store, payments, retryDelaysMs, logger }: DrainChargesDeps,
  charge: ClaimedCharge,
): Promise<void> {
  const { id: chargeId, attempt } = charge;
  const failure = await attemptSettling(store, payments, chargeId);
  if (failure === null) {
    logger.info({ chargeId, attempt }, 'charge settled');
    return retryWrite(() => recordSettling(store, charge, null));
  }
  logger.warn({ chargeId, failure, attempt }, 'charge not settled');
  const dueInMs = retryDelaysMs[Math.min(attempt, retryDelaysMs.length) - 1] ?? 0;
  return retryWrite(() => recordSettling(store, charge, { dueInMs }));
}

/** The class of the failure, or what there is to wait for; null if everything is settled. */
async function attemptSettling(store: Store, payments: PaymentProvider | null, chargeId: string) {
  if (!payments) return 'payments_off';
  try {
    return (await settleCharge({ store, payments }, chargeId)) ? null : 'provider_pending';
  } catch (error) {
    return error instanceof PaymentFailure ? error.code : 'unexpected';
  }
}
