import { createLimiter } from '@evict/limiter';
import { ActivityNotFoundError, type Client } from '@temporalio/client';
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
  /** How long Temporal may take to accept a delivery. */
  deadlineMs?: number;
  /** Told of a delivery that could not be started; it is recorded, and the sweep starts it. */
  onMissed?: (missed: Missed) => void;
}

/** Whose deliveries they are. */
interface DeliveryOwner {
  organizationId: string;
  mode: 'test' | 'live';
}

/** Of 1 to 5, smaller ones first; without one it is 3. */
const priorities = { live: 2, test: 4 } as const;

/** For the log: which delivery, and the class of what was in its way. */
interface Missed {
  id: string;
  failure: string;
}

/** The only place that starts a delivery. */
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

  /** Starts a recorded mail. Resolves when Temporal has it; a second start sends nothing. */
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

  /** Starts a mail whose row is committed, once the request that caused it has been answered. */
  startMailSoon(mailId: string): void {
    this.#soon(mailId, () => this.startMail(mailId));
  }

  /**
   * Starts settling a charge with the payment provider, unless that is under way. It is tried until it succeeds, and
   * can be started again after that: it looks at what is left to do.
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

  /** Starts it once what caused it is committed and answered. */
  startRefundSoon(chargeId: string): void {
    this.#soon(chargeId, () => this.startRefund(chargeId));
  }

  /**
   * Starts a recorded delivery to a webhook. Resolves when Temporal has it; a second start changes nothing. Where more
   * are due than a worker takes, live ones go before test ones, and organizations take turns: `of` says whose it is.
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
   * Starts deliveries whose rows are committed, a few at a time and after a moment: the command that brought them about
   * is answered first, and does not share the machine with them.
   */
  startWebhooksSoon(deliveryIds: readonly string[], of?: DeliveryOwner): void {
    if (deliveryIds.length === 0) return;
    setTimeout(() => {
      for (const id of deliveryIds) {
        this.#soon(id, () => this.#inTurn(() => this.startWebhook(id, of), of?.organizationId));
      }
    }, headStartMs);
  }

  /** Ends deliveries whose endpoint is gone. Those that cannot be reached now find that out at their next try. */
  cancelWebhooksSoon(deliveryIds: readonly string[]): void {
    for (const id of deliveryIds) {
      this.#soon(id, () => this.#inTurn(() => this.#cancel(webhookActivityId(id))));
    }
  }

  async #cancel(activityId: string): Promise<void> {
    const cancel = () => this.#client.activity.getHandle(activityId).cancel('endpoint deleted');
    try {
      await this.#client.withDeadline(Date.now() + this.#deadlineMs, cancel);
    } catch (error) {
      if (!(error instanceof ActivityNotFoundError)) throw error;
    }
  }

  /** Each organization has turns of its own: none waits for the thousands of another. */
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

/** Of the webhooks of one organization: one event can have many receivers. */
const startsAtOnce = 2;
const headStartMs = 150;
const turnWithinMs = 60_000;
