import { Limiter } from '@evict/limiter';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { endpointWorkflowId, type EndpointRef, outboxTaskQueue, singleWorkflowId, wakeSignal } from './outbox.ts';
import { errorClass } from './error-class.ts';
import { workflowTaskTimeout } from './start-options.ts';

export interface OutboxClientOptions {
  taskQueue?: string;
  /** Timeout for Temporal to accept a call. */
  deadlineMs?: number;
  /** Called if a workflow could not be woken; the outbox worker notices due rows and wakes it later. */
  onMissed?: (missed: Missed) => void;
}

/** The outboxes with rows that have become due. */
export interface Due {
  /** Webhook endpoints whose workflow was not awake when the rows were committed. */
  endpoints?: readonly EndpointRef[];
  mail?: boolean;
  charges?: boolean;
}

/** For the log: the id of the workflow and the class of the error. */
interface Missed {
  id: string;
  failure: string;
}

interface Target {
  workflowId: string;
  type: string;
  args: [EndpointRef] | [];
  summary: string;
}

/** Wakes the outbox workflows, or starts them. Waking one without need has no effect. */
export class OutboxClient {
  readonly #client: Client;
  readonly #taskQueue: string;
  readonly #deadlineMs: number;
  readonly #onMissed: (missed: Missed) => void;
  /** Workflows to be woken soon: once for everything that is committed until then. */
  readonly #waiting = new Set<string>();
  /** One call at a time for each workflow: what is committed during a call shares the next one. */
  readonly #limiter = new Limiter({ perKey: 1, total: callsAtOnce, maxWaitMs: waitAtMostMs });

  constructor(
    client: Client,
    { taskQueue = outboxTaskQueue, deadlineMs = 5000, onMissed = () => {} }: OutboxClientOptions = {},
  ) {
    this.#client = client;
    this.#taskQueue = taskQueue;
    this.#deadlineMs = deadlineMs;
    this.#onMissed = onMissed;
  }

  /** Wakes workflows whose rows are committed, after the response to the request that caused them. */
  wakeSoon(due: Due): void {
    for (const target of this.#targetsOf(due)) {
      const { workflowId: id } = target;
      if (this.#waiting.has(id)) continue;
      this.#waiting.add(id);
      this.#soon(id, () => {
        // From here on, a commit may come too late for this call.
        this.#waiting.delete(id);
        return this.#wake(target);
      });
    }
  }

  /** Wakes them now. Resolves when Temporal has accepted it. */
  async wake(due: Due): Promise<void> {
    await Promise.all(this.#targetsOf(due).map((target) => this.#wake(target)));
  }

  /** Ends the workflow of a deleted endpoint, if there is one: it looks, and finds nothing left. */
  endSoon(endpointId: string): void {
    const id = endpointWorkflowId(endpointId);
    this.#soon(id, async () => {
      const handle = this.#client.workflow.getHandle(id);
      await this.#inTime(() => handle.signal(wakeSignal)).catch((error: unknown) => {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      });
    });
  }

  #targetsOf({ endpoints = [], mail = false, charges = false }: Due): Target[] {
    const single = (type: 'mail' | 'charges', summary: string): Target[] => [
      { workflowId: singleWorkflowId(this.#taskQueue, type), type, args: [], summary },
    ];
    return [
      ...endpoints.map(({ id, mode }) => ({
        workflowId: endpointWorkflowId(id),
        type: 'webhookEndpoint',
        args: [{ id, mode }] as [EndpointRef],
        summary: `Webhooks to an endpoint, ${mode} mode`,
      })),
      ...(mail ? single('mail', 'Mail') : []),
      ...(charges ? single('charges', 'Charges to settle with the payment provider') : []),
    ];
  }

  async #wake({ workflowId, type, args, summary }: Target): Promise<void> {
    await this.#inTime(() =>
      this.#client.workflow.signalWithStart<(...of: [EndpointRef] | []) => Promise<void>>(type, {
        workflowId,
        taskQueue: this.#taskQueue,
        workflowTaskTimeout,
        args,
        signal: wakeSignal,
        staticSummary: summary,
      }),
    );
  }

  #soon(id: string, call: () => Promise<void>): void {
    setTimeout(() => {
      this.#limiter.run(id, call).catch((error: unknown) => {
        this.#waiting.delete(id);
        this.#onMissed({ id, failure: errorClass(error) });
      });
    }, headStartMs);
  }

  #inTime<T>(call: () => Promise<T>): Promise<T> {
    return this.#client.withDeadline(Date.now() + this.#deadlineMs, call);
  }
}

/** Of the response to the request. */
const headStartMs = 20;
/** One event can have many receivers. */
const callsAtOnce = 20;
const waitAtMostMs = 60_000;
