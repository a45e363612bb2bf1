import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { recordDeliveries, type TestStore } from '@evict/store/testing';
import { buildFacts } from '../../e2e/support/facts.ts';
import { signUp, signUpMany } from '../support/customers.ts';
import { compared, inTurn, median, quantile } from '../support/figures.ts';
import { startMuteReceiver, startReceivers } from '../support/receivers.ts';
import { startBare } from './bare/client.ts';
import type { Benchmark } from './bench.ts';

/** The maximum number of endpoints of an organization, so a few commands cause many deliveries. */
const endpoints = 20;
/** The number of activities that the bare side starts at once. */
const startsAtOnce = 4;

export const deliveries: Benchmark = {
  about: 'webhooks from the command to the receiver, compared with standalone activities that post the same body',
  async measure(stack, { rounds, short }) {
    const events = short ? 1 : 20;
    const count = events * endpoints;
    const receivers = await startReceivers(stack.dataDir, endpoints);
    const bare = await startBare(stack);
    try {
      const { client } = await signUp(stack.api);
      for (const url of receivers.urls) await client.createWebhookEndpoint({ body: { url } });
      /** Returns the deliveries per second, from the first command or start to the last receipt. */
      const rate = async (cause: () => Promise<unknown>) => {
        const startedAt = performance.now();
        await Promise.all([receivers.waitFor(receivers.delays.length + count), cause()]);
        return count / ((performance.now() - startedAt) / 1000);
      };
      /** The slowest delivery of each round in milliseconds, including the first round. */
      const slowest: number[] = [];
      const turns = await inTurn(
        rounds,
        async () => {
          // Withdrawing a draft causes one event and no document.
          const create = async () => (await client.createCase({ body: buildFacts() })).id;
          const drafts = await Promise.all(Array.from({ length: events }, create));
          const arrived = receivers.delays.length;
          const found = await rate(() => Promise.all(drafts.map((id) => client.withdrawCase({ id }))));
          slowest.push(Math.max(...receivers.delays.slice(arrived)));
          return found;
        },
        () => rate(() => postAll(bare, receivers.urls, events)),
      );
      return [
        ...compared('deliveries', turns, { unit: '/s', goal: { atLeast: 3 } }),
        { ...median(`slowest of ${count}`, slowest.slice(1), 'ms'), goal: { atMost: 2000 } },
      ];
    } finally {
      await bare.stop();
      receivers.close();
    }
  },
};

export const muteEndpoints: Benchmark = {
  about: 'a hundred events to twenty endpoints, half of which never respond, measured at the other half',
  async measure(stack, { short }) {
    const receivers = await startReceivers(stack.dataDir, endpoints / 2);
    try {
      const { client } = await signUp(stack.api);
      const mute = await Promise.all(receivers.urls.map(startMuteReceiver));
      for (const url of [...receivers.urls, ...mute]) await client.createWebhookEndpoint({ body: { url } });
      let events = 0;
      while (events < (short ? 1 : 100)) {
        const { id } = await client.createCase({ body: buildFacts() });
        await client.submitCase({ id });
        for (let state = ''; state !== 'closed';) {
          // The rate limit allows one advance per second.
          const [advanced] = await Promise.all([client.advanceCase({ id }), setTimeout(short ? 0 : 1000)]);
          ({ state } = advanced);
        }
        events += (await client.listEvents({ id })).items.length;
      }
      await receivers.waitFor(events * receivers.urls.length);
      const p95 = quantile(receivers.delays, 0.95);
      return [{ name: 'event to endpoint, p95', value: p95, unit: 'ms', goal: { atMost: 1000 } }];
    } finally {
      receivers.close();
    }
  },
};

export const manyEndpoints: Benchmark = {
  about:
    'ten thousand events, a hundred per second, to two hundred endpoints, half of which never respond, measured at the other half',
  async measure(stack, { short }) {
    const [count, events] = short ? [20, 200] : [200, 10_000];
    const receivers = await startReceivers(stack.dataDir, count / 2);
    try {
      const mute = await startMuteReceiver();
      const customers = await signUpMany(stack.api, count);
      for (const [index, { client }] of customers.entries()) {
        await client.createWebhookEndpoint({ body: { url: receivers.urls[index] ?? `${mute}${index}` } });
      }
      const startedAt = performance.now();
      for (let event = 0; event < events; event += 1) {
        await setTimeout(Math.max(0, startedAt + event * 10 - performance.now()));
        await recordEvent(stack.store, customers[event % count]?.id ?? '');
      }
      await receivers.waitFor(events / 2);
      return [
        { name: 'event to endpoint, p50', value: quantile(receivers.delays, 0.5), unit: 'ms' },
        { name: 'event to endpoint, p95', value: quantile(receivers.delays, 0.95), unit: 'ms', goal: { atMost: 1000 } },
        { name: 'event to endpoint, slowest', value: Math.max(...receivers.delays), unit: 'ms' },
      ];
    } finally {
      receivers.close();
    }
  },
};

/** Records an event the way a decision does, but without a decision. */
async function recordEvent({ prisma }: TestStore, organizationId: string): Promise<void> {
  const event = { id: `evt_${randomUUID()}`, action: 'submit', toState: null, internal: false } as const;
  const scope = { caseId: `case_${randomUUID()}`, organizationId, mode: 'test', stateBefore: 'notice_review' } as const;
  await recordDeliveries(prisma, { ...scope, events: [event], createdAt: new Date() });
}

async function postAll(
  bare: Awaited<ReturnType<typeof startBare>>,
  urls: readonly string[],
  events: number,
): Promise<void> {
  const event = { type: 'case.withdraw', caseId: `case_${randomUUID()}`, state: 'withdrawn' };
  const waiting = Array.from({ length: events }, () => urls)
    .flat()
    .values();
  const work = async () => {
    for (const url of waiting) {
      const body = { id: `evt_${randomUUID()}`, ...event, createdAt: new Date().toISOString() };
      await bare.post(url, JSON.stringify(body));
    }
  };
  await Promise.all(Array.from({ length: startsAtOnce }, work));
}
