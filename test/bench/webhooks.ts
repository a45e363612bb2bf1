import { setTimeout } from 'node:timers/promises';
import type { Client } from '@evict/client';
import { buildFacts } from '../e2e/support/facts.ts';
import type { Benchmark } from './benchmark.ts';
import { newCustomer } from './customers.ts';
import { type Figure, quantile } from './figures.ts';
import type { BenchStack } from './programs.ts';
import { startReceivers } from './webhook-receivers.ts';

/** A command a second is the rate limit of advances of an organization. */
const sizes = { usual: { events: 100, everyMs: 1000 }, tiny: { events: 1, everyMs: 0 } };

export const webhooks: Benchmark = {
  name: 'webhooks',
  about: 'three minutes of events to twenty endpoints of which half never respond',
  needs: 'stack',
  measure: measureWebhooks,
};

/**
 * A hundred events to twenty endpoints, half of which never respond: the delay at the other half, and the cost for the
 * commands on the cases. A case with endpoints and one without take turns, so that both run under the same conditions.
 */
async function measureWebhooks({ url, dataDir }: BenchStack, { tiny }: { tiny: boolean }): Promise<Figure[]> {
  const { events, everyMs } = tiny ? sizes.tiny : sizes.usual;
  const receivers = await startReceivers(dataDir, { responding: 10, silent: 10 });
  try {
    const [without, withEndpoints] = [(await newCustomer(url)).api, (await newCustomer(url)).api];
    for (const one of receivers.urls) await withEndpoints.createWebhookEndpoint({ body: { url: one } });
    const [quiet, withWebhooks]: [number[], number[]] = [[], []];
    let count = 0;
    while (count < events) {
      await driveCase(without, quiet, everyMs);
      count += await driveCase(withEndpoints, withWebhooks, everyMs);
    }
    await receivers.waitFor(count * receivers.responding.length);
    return [
      {
        name: 'event to endpoint, half of 20 mute, p50',
        value: quantile(receivers.late, 0.5),
        unit: 'ms',
      },
      {
        name: 'event to endpoint, half of 20 mute, p95',
        value: quantile(receivers.late, 0.95),
        unit: 'ms',
        goal: { atMost: 1000 },
      },
      { name: 'advance without endpoints, p50', value: quantile(quiet, 0.5), unit: 'ms' },
      { name: 'advance with them, p50', value: quantile(withWebhooks, 0.5), unit: 'ms' },
      {
        name: 'advance with endpoints against without',
        value: quantile(withWebhooks, 0.5) / quantile(quiet, 0.5),
        unit: 'times',
        goal: { atMost: 1.2 },
      },
    ];
  } finally {
    await receivers.stop();
  }
}

/** Takes a case to its end, one command after the other. Returns the number of its events. */
async function driveCase(api: Client, advances: number[], everyMs: number): Promise<number> {
  const { id } = await api.createCase({ body: buildFacts() });
  await api.submitCase({ id });
  for (let state = ''; state !== 'closed';) {
    const pause = setTimeout(everyMs);
    const startedAt = performance.now();
    ({ state } = await api.advanceCase({ id }));
    advances.push(performance.now() - startedAt);
    await pause;
  }
  return (await api.listEvents({ id })).items.length;
}
