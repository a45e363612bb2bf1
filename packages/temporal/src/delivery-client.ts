import { createLimiter } from '@evict/limiter';
import { ActivityNotFoundError, type Client, isGrpcServiceError } from '@temporalio/client';
import {
  type DeliveryActivities,
  deliveryTaskQueue,
  mailActivityId,
  refundActivityId,
  type WebhookActivities,
  webhookActivityId,
  webhookTaskQueue,
} from './delivery.ts';

export interface DeliveryClientOptions {
  taskQueue?: string;
  /** Timeout for Temporal to accept a delivery. */
  deadlineMs?: number;
  /** Called if a delivery could not be started; it is recorded, and the sweep starts it later. */
  onMissed?: (missed: Missed) => void;
}

/** The owner of the deliveries. */
interface DeliveryOwner {
  organizationId: string;
  mode: 'test' | 'live';
}

/** Of 1 to 5, smaller ones first; without one it is 3. */
const priorities = { live: 2, test: 4 } as const;

/** For the log: the delivery and the class of the error. */
interface Missed {
  id: string;
  failure: string;
}

/** The only starter of deliveries. */
export class DeliveryClient {
  readonly #client: Client;
  readonly #taskQueue: string;
  readonly #deadlineMs: number;
  readonly #onMissed: (missed: Missed) => void;
  readonly #turns = createLimiter({ perKey: startsAtOnce, maxWaitMs: turnWithinMs });

  constructor(
    client: Client,
    { taskQueue = deliveryTaskQueue, deadlineMs = 5000, onMissed = () => {} }: DeliveryClientOptions = {},
  ) {
    this.#client = client;
    this.#taskQueue = taskQueue;
    this.#deadlineMs = deadlineMs;
    this.#onMissed = onMissed;
  }

  /** Starts a recorded mail. Resolves when Temporal has accepted it. Idempotent. */
  async startMail(mailId: string): Promise<void> {
    const activities = this.#client.activity.typed<DeliveryActivities>();
    const start = () =>
      activities.start('sendMail', {
        id: mailActivityId(mailId),
        taskQueue: this.#taskQueue,
        args: [{ mailId }],
        startToCloseTimeout: '1m',
        // For a worker that died. A try that failed says itself when the next one is due, and which is the last.
        retry: { initialInterval: '1m', backoffCoefficient: 5, maximumInterval: '2h' },
        // The row says whether there is anything to do: operators can have one sent again that was given up.
        idReusePolicy: 'ALLOW_DUPLICATE',
        idConflictPolicy: 'USE_EXISTING',
      });
    await this.#client.withDeadline(Date.now() + this.#deadlineMs, start);
  }

  /** Starts a mail whose row is committed, after the response to the request that caused it. */
  startMailSoon(mailId: string): void {
    this.#soon(mailId, () => this.startMail(mailId));
  }

  /**
   * Starts settling a charge with the payment provider, unless that is in progress. It is retried until it succeeds,
   * and can be started again later: it does what is left to do.
   */
  async startRefund(chargeId: string): Promise<void> {
    const activities = this.#client.activity.typed<DeliveryActivities>();
    const start = () =>
      activities.start('refundCharge', {
        id: refundActivityId(chargeId),
        taskQueue: this.#taskQueue,
        args: [{ chargeId }],
        startToCloseTimeout: '1m',
        retry: { initialInterval: '1m', backoffCoefficient: 5, maximumInterval: '2h' },
        idReusePolicy: 'ALLOW_DUPLICATE',
        idConflictPolicy: 'USE_EXISTING',
      });
    await this.#client.withDeadline(Date.now() + this.#deadlineMs, start);
  }

  /** Starts it after the response to the request that caused it. */
  startRefundSoon(chargeId: string): void {
    this.#soon(chargeId, () => this.startRefund(chargeId));
  }

  /**
   * Starts a recorded webhook delivery. Resolves when Temporal has accepted it. Idempotent. Under load, live deliveries
   * come before test ones, and organizations take turns: `of` names the owner.
   */
  async startWebhook(deliveryId: string, of?: DeliveryOwner): Promise<void> {
    const activities = this.#client.activity.typed<WebhookActivities>();
    const start = () =>
      activities.start('deliverWebhook', {
        id: webhookActivityId(deliveryId),
        taskQueue: webhookTaskQueue(this.#taskQueue),
        args: [{ deliveryId }],
        ...(of && { priority: { priorityKey: priorities[of.mode], fairnessKey: of.organizationId } }),
        startToCloseTimeout: '25s',
        // For a worker that died. A try that failed says itself when the next one is due, and which is the last.
        retry: { initialInterval: '1s', backoffCoefficient: 1 },
        // The row says whether there is anything to do: one that was given up can be made pending again by operators, or
        // by a restored database, however its last execution ended.
        idReusePolicy: 'ALLOW_DUPLICATE',
        idConflictPolicy: 'USE_EXISTING',
      });
    await this.#client.withDeadline(Date.now() + this.#deadlineMs, start);
  }

  /**
   * Starts deliveries whose rows are committed, a few at a time and after a short delay: the response to the command
   * that caused them comes first.
   */
  startWebhooksSoon(deliveryIds: readonly string[], of?: DeliveryOwner): void {
    if (deliveryIds.length === 0) return;
    setTimeout(() => {
      for (const id of deliveryIds) {
        this.#soon(id, () => this.#inTurn(() => this.startWebhook(id, of), of?.organizationId));
      }
    }, headStartMs);
  }

  /**
   * Starts a delivery whose next attempt was moved to now. Ends an execution that waits for another time: it would be
   * used in place of a new one. Resolves when Temporal has accepted it.
   */
  async restartWebhook(deliveryId: string, of?: DeliveryOwner): Promise<void> {
    const terminate = () => this.#client.activity.getHandle(webhookActivityId(deliveryId)).terminate('attempted now');
    await this.#unlessOver(terminate);
    await this.startWebhook(deliveryId, of);
  }

  /** Restarts it after the response to the request that caused it. */
  restartWebhookSoon(deliveryId: string, of: DeliveryOwner): void {
    this.#soon(deliveryId, () => this.#inTurn(() => this.restartWebhook(deliveryId, of), of.organizationId));
  }

  /** Ends deliveries whose endpoint was deleted. Any that cannot be reached now end at their next attempt. */
  cancelWebhooksSoon(deliveryIds: readonly string[]): void {
    for (const id of deliveryIds) {
      this.#soon(id, () => this.#inTurn(() => this.#cancel(webhookActivityId(id))));
    }
  }

  #cancel(activityId: string): Promise<void> {
    return this.#unlessOver(() => this.#client.activity.getHandle(activityId).cancel('endpoint deleted'));
  }

  /** A call to an execution that may have ended. */
  async #unlessOver(call: () => Promise<void>): Promise<void> {
    try {
      await this.#client.withDeadline(Date.now() + this.#deadlineMs, call);
    } catch (error) {
      if (!isOver(error)) throw error;
    }
  }

  /** Fair scheduling: no organization waits behind the deliveries of another. */
  #inTurn(call: () => Promise<void>, organizationId = ''): Promise<void> {
    return this.#turns.run(organizationId, call);
  }

  #soon(id: string, start: () => Promise<void>): void {
    setImmediate(() => {
      start().catch((error: unknown) => {
        this.#onMissed({ id, failure: error instanceof Error ? error.name : typeof error });
      });
    });
  }
}

/** Concurrent starts of one organization's webhooks: one event can have many receivers. */
const startsAtOnce = 2;
const headStartMs = 150;
const turnWithinMs = 60_000;

/** Whether a call failed because the execution has ended, or is unknown. */
function isOver(error: unknown): boolean {
  if (error instanceof ActivityNotFoundError) return true;
  const cause = error instanceof Error && isGrpcServiceError(error.cause) ? error.cause : error;
  return isGrpcServiceError(cause) && (cause.code as number) === failedPrecondition;
}

/** The gRPC status with which the server refuses to end what has ended. */
const failedPrecondition = 9;
