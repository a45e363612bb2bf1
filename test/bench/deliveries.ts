import { setTimeout } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { buildFacts } from '../e2e/support/facts.ts';
import { startBare } from './bare/client.ts';
import type { Benchmark } from './benchmark.ts';
import { type Customer, newCustomer } from './customers.ts';
import { compared, inTurn, median } from './rounds.ts';
import { startReceivers } from './webhook-receivers.ts';

/** The maximum of an organization, so that few commands cause many deliveries. */
const endpoints = 20;
const eventsARound = { usual: 20, tiny: 1 };
/** Of the bare side: as many as the service starts. */
const startsAtOnce = 4;

export const deliveries: Benchmark = {
  name: 'deliveries',
  about: 'webhooks from their command to their receiver, against standalone activities that post the same body',
  needs: 'stack',
  async measure(stack, { rounds, tiny }) {
    const events = tiny ? eventsARound.tiny : eventsARound.usual;
    const deliveriesARound = events * endpoints;
    const receivers = await startReceivers(stack.dataDir, { responding: endpoints, silent: 0 });
    const bare = await startBare(stack);
    try {
      const customer = await newCustomer(stack.url);
      for (const url of receivers.urls) await customer.api.createWebhookEndpoint({ body: { url } });
      /** Deliveries a second, from the first command or start to the last receipt. */
      const rate = async (arrived: number[], cause: () => Promise<unknown>) => {
        const startedAt = performance.now();
        await Promise.all([cause(), receivers.waitFor(arrived.length + deliveriesARound, arrived)]);
        return deliveriesARound / ((performance.now() - startedAt) / 1000);
      };
      /** Of each round, the first included. */
      const slowest: number[] = [];
      const executions: number[] = [];
      const turns = await inTurn(
        rounds,
        async () => {
          const drafts = await makeDrafts(customer, events);
          const [before, late] = [await countExecutions(bare.client), receivers.late.length];
          const found = await rate(receivers.late, () =>
            Promise.all(drafts.map((id) => customer.api.withdrawCase({ id }))),
          );
          slowest.push(Math.max(...receivers.late.slice(late)));
          executions.push(((await countExecutions(bare.client)) - before) / deliveriesARound);
          return found;
        },
        () => rate(receivers.bare, () => postAll(bare, receivers.urls, events)),
      );
      return [
        ...compared('deliveries', turns, { unit: '/s', goal: { atLeast: 3 } }),
        { ...median(`the slowest of ${deliveriesARound}`, slowest.slice(1), 'ms'), goal: { atMost: 2000 } },
        { ...median('Temporal executions a delivery', executions.slice(1), 'executions'), goal: { atMost: 0.1 } },
      ];
    } finally {
      await bare.stop();
      await receivers.stop();
    }
  },
};

/** Visibility is at most a second behind, and an execution lasts for longer than that. */
async function countExecutions(client: Client): Promise<number> {
  await setTimeout(1500);
  return (await client.workflow.count(`WorkflowType = 'webhookEndpoint'`)).count;
}

/** Withdrawing a draft is one event without a document. */
async function makeDrafts({ api }: Customer, events: number): Promise<string[]> {
  return Promise.all(Array.from({ length: events }, async () => (await api.createCase({ body: buildFacts() })).id));
}

async function postAll(
  bare: Awaited<ReturnType<typeof startBare>>,
  urls: readonly string[],
  events: number,
): Promise<void> {
  const body = JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    type: 'case.withdraw',
    caseId: `case_${crypto.randomUUID()}`,
    state: 'withdrawn',
    createdAt: new Date().toISOString(),
  });
  const waiting = Array.from({ length: events }, () => urls).flat();
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) await bare.post(url, body);
  };
  await Promise.all(Array.from({ length: startsAtOnce }, work));
}
