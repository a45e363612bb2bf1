import {
  type Drained,
  type EndpointRef,
  type OutboxActivities,
  wakeSignal,
  webhookTaskQueue,
} from '@evict/temporal/outbox';
import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';

// An outbox is a table with a time in each row at which it is due. Its workflow lets an activity send what is due, and
// then waits until the next row is due, or until whoever has committed a new one wakes it.

/** Sends what is due to one webhook endpoint. */
export async function webhookEndpoint(endpoint: EndpointRef): Promise<void> {
  const taskQueue = webhookTaskQueue(workflowInfo().taskQueue, endpoint.mode);
  const { drainWebhooks } = proxyActivities<OutboxActivities>({ ...draining, taskQueue });
  const ended = await drainUntilEmpty(() => drainWebhooks(endpoint.id));
  if (ended === 'long history') await continueAsNew<typeof webhookEndpoint>(endpoint);
}

/** Sends the mail that is due. */
export async function mail(): Promise<void> {
  const { drainMail } = proxyActivities<OutboxActivities>(draining);
  if ((await drainUntilEmpty(drainMail)) === 'long history') await continueAsNew<typeof mail>();
}

/** Settles the charges that are due with the payment provider. */
export async function charges(): Promise<void> {
  const { drainCharges } = proxyActivities<OutboxActivities>(draining);
  if ((await drainUntilEmpty(drainCharges)) === 'long history') await continueAsNew<typeof charges>();
}

async function drainUntilEmpty(drain: () => Promise<Drained>): Promise<'empty' | 'long history'> {
  let isWoken = false;
  setHandler(defineSignal(wakeSignal), () => {
    isWoken = true;
  });
  while (!workflowInfo().continueAsNewSuggested) {
    isWoken = false;
    const { dueInMs } = await drain();
    if (dueInMs === null) {
      // New rows often follow soon: then no execution has to be started for them.
      if (!(await condition(() => isWoken, lingerMs, { summary: 'Nothing is due' }))) return 'empty';
    } else if (dueInMs > 0) {
      await condition(() => isWoken, dueInMs, { summary: 'Until the next attempt is due' });
    }
  }
  return 'long history';
}

const lingerMs = 10_000;

/** An activity returns after about half a minute; one whose worker died is repeated by another. */
const draining = {
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '6s',
  // Rows that commit meanwhile wait for the retry too.
  retry: { initialInterval: '200ms', maximumInterval: '3s' },
} as const;
