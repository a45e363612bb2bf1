import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@evict/client';
import { newKey, withHeaders } from '../e2e/support/api.ts';
import { buildFacts } from '../e2e/support/facts.ts';
import { type Figure, quantile } from './figures.ts';
import type { BenchStack } from './programs.ts';

/** As fast as one organization may advance its cases. */
const commandEveryMs = 1000;
const events = 100;

/**
 * A hundred events to twenty endpoints, half of which never answer: how late the other half gets them, and what that
 * costs the commands on the cases. A case with endpoints and one without take turns, so that both see the same machine.
 */
export async function measureWebhooks({ url }: BenchStack, dataDir: string): Promise<Figure[]> {
  const receivers = await startReceivers(dataDir);
  try {
    const [without, withEndpoints] = [await newCustomer(url, 1), await newCustomer(url, 2)];
    for (const one of receivers.urls) await withEndpoints.createWebhookEndpoint({ body: { url: one } });
    const [quiet, told]: [number[], number[]] = [[], []];
    let count = 0;
    while (count < events) {
      await driveCase(without, quiet);
      count += await driveCase(withEndpoints, told);
    }
    await receivers.waitFor(count * receivers.answering);
    return [
      { name: 'event to endpoint, half of twenty never answering, p50', value: receivers.late(0.5), unit: 'ms' },
      { name: 'the same, p95', value: receivers.late(0.95), unit: 'ms', goal: 2000 },
      { name: 'advance without endpoints, p50', value: quantile(quiet, 0.5), unit: 'ms' },
      { name: 'advance with them, p50', value: quantile(told, 0.5), unit: 'ms' },
      { name: 'one against the other', value: quantile(told, 0.5) / quantile(quiet, 0.5), unit: 'times', goal: 1.2 },
    ];
  } finally {
    receivers.stop();
  }
}

async function newCustomer(baseUrl: string, number: number): Promise<Client> {
  const via = { baseUrl, fetch: withHeaders({ 'x-forwarded-for': `10.1.0.${number}` }) };
  return createClient({ ...via, credential: await newKey(baseUrl, via) });
}

/** Takes a case to its end, a command at a time; gives the number of its events. */
async function driveCase(api: Client, advances: number[]): Promise<number> {
  const { id } = await api.createCase({ body: buildFacts() });
  await api.submitCase({ id });
  for (let state = ''; state !== 'closed';) {
    const pause = setTimeout(commandEveryMs);
    const begun = performance.now();
    ({ state } = await api.advanceCase({ id }));
    advances.push(performance.now() - begun);
    await pause;
  }
  return (await api.listEvents({ id })).items.length;
}

async function startReceivers(dataDir: string) {
  const program = fileURLToPath(new URL('receivers.ts', import.meta.url));
  const child = fork(program, [dataDir], { execArgv: ['--import', import.meta.resolve('tsx')] });
  const [{ urls }] = (await once(child, 'message')) as [{ urls: string[] }];
  const late: number[] = [];
  child.on('message', ({ lateMs }: { lateMs: number }) => late.push(lateMs));
  return {
    urls,
    /** How many of them answer. */
    answering: urls.length / 2,
    late: (part: number) => quantile(late, part),
    async waitFor(count: number): Promise<void> {
      const signal = AbortSignal.timeout(30_000);
      while (late.length < count) await once(child, 'message', { signal });
    },
    stop: () => child.disconnect(),
  };
}
