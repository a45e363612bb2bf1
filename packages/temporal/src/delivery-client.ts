import { ActivityExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import { type DeliveryActivities, deliveryTaskQueue, mailActivityId } from './delivery.ts';

export interface DeliveryClientOptions {
  taskQueue?: string;
  /** How long Temporal may take to accept a delivery. */
  deadlineMs?: number;
  /** Told of a delivery that could not be started; it is recorded, and the sweep starts it. */
  onMissed?: (missed: Missed) => void;
}

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

  constructor(
    client: Client,
    { taskQueue = deliveryTaskQueue, deadlineMs = 5000, onMissed = () => {} }: DeliveryClientOptions = {},
  ) {
    this.#client = client;
    this.#taskQueue = taskQueue;
    this.#deadlineMs = deadlineMs;
    this.#onMissed = onMissed;
  }

  /** Starts a recorded mail. Resolves when Temporal has it; a second start changes nothing. */
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
        idReusePolicy: 'REJECT_DUPLICATE',
        idConflictPolicy: 'USE_EXISTING',
      });
    try {
      await this.#client.withDeadline(Date.now() + this.#deadlineMs, start);
    } catch (error) {
      if (!(error instanceof ActivityExecutionAlreadyStartedError)) throw error;
    }
  }

  /** Starts a mail whose row is committed, once the request that caused it has been answered. */
  startMailSoon(mailId: string): void {
    setImmediate(() => {
      this.startMail(mailId).catch((error: unknown) => {
        this.#onMissed({ id: mailId, failure: error instanceof Error ? error.name : typeof error });
      });
    });
  }
}
