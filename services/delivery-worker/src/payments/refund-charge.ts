import { PaymentFailure, type PaymentProvider, settleCharge } from '@evict/payments';
import type { Store } from '@evict/store/database';
import type { Logger } from '@evict/telemetry';
import type { DeliveryActivities } from '@evict/temporal';
import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';

export interface RefundChargeDeps {
  store: Store;
  /** Null if online payment is off. */
  payments: PaymentProvider | null;
  /** The delay after each failed attempt. The last one repeats: a refund is never given up. */
  retryDelaysMs: readonly number[];
  logger: Logger;
}

/** A worker that stops is no failure of the refund: it is retried as soon as a worker runs. */
const shutdownRetryMs = 1000;

/** Closes the checkouts of a charge and refunds its payments, retried until it succeeds. Idempotent. */
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
      const delayMs = isStopping ? shutdownRetryMs : retryDelaysMs[Math.min(attempt, retryDelaysMs.length) - 1];
      // Only the class of the failure, because Temporal stores it.
      throw ApplicationFailure.create({ message: failure, ...(delayMs !== undefined && { nextRetryDelay: delayMs }) });
    }
  };
}

/** Not a failure: there is something to wait for. */
class WaitFor extends Error {}

function failureOf(error: unknown): string {
  if (error instanceof WaitFor) return error.message;
  return error instanceof PaymentFailure ? error.code : 'unexpected';
}
