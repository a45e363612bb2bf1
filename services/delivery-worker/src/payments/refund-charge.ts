import { PaymentFailure, type PaymentProvider, settleCharge } from '@evict/payments';
import type { Store } from '@evict/store/database';
import type { Logger } from '@evict/telemetry';
import type { DeliveryActivities } from '@evict/temporal';
import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';

export interface RefundChargeDeps {
  store: Store;
  /** Null where online payment is off. */
  payments: PaymentProvider | null;
  /** The waits after each failed try; the last one is kept, since a customer's money is never given up. */
  retryDelaysMs: readonly number[];
  logger: Logger;
}

/** Stopping the worker is no failure of the refund: it is tried again as soon as a worker is there. */
const afterShutdownMs = 1000;

/** Closes a charge's checkouts and gives back its payments, as often as it takes. Done twice it does nothing more. */
export function createRefundCharge(deps: RefundChargeDeps): DeliveryActivities['refundCharge'] {
  const { store, payments, retryDelaysMs, logger } = deps;
  return async ({ chargeId }) => {
    const { attempt } = activityInfo();
    try {
      if (!payments) throw new WaitFor('payments_off');
      if (!(await settleCharge({ store, payments }, chargeId))) throw new WaitFor('provider_pending');
      logger.info({ chargeId, attempt }, 'charge settled');
    } catch (error) {
      const isStopping = cancellationSignal().aborted;
      const failure = isStopping ? 'shutdown' : failureOf(error);
      if (!isStopping) logger.warn({ chargeId, failure, attempt }, 'charge not settled');
      const delayMs = isStopping ? afterShutdownMs : retryDelaysMs[Math.min(attempt, retryDelaysMs.length) - 1];
      // The class alone: Temporal keeps it.
      throw ApplicationFailure.create({ message: failure, ...(delayMs !== undefined && { nextRetryDelay: delayMs }) });
    }
  };
}

/** No fault of anybody: there is something to wait for. */
class WaitFor extends Error {}

function failureOf(error: unknown): string {
  if (error instanceof WaitFor) return error.message;
  return error instanceof PaymentFailure ? error.code : 'unexpected';
}
