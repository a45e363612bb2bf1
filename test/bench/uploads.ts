import { randomBytes } from 'node:crypto';
import { buildFacts } from '../e2e/support/facts.ts';
import type { Benchmark } from './benchmark.ts';
import { type Customer, newCustomer } from './customers.ts';
import { quantile } from './figures.ts';
import { drive, each, order } from './load.ts';
import { residentMiB, startPeak } from './memory.ts';
import { startGateways } from './programs.ts';
import { median } from './rounds.ts';

const uploadsAtOnce = 16;
const bytes = 10 * 1024 * 1024;
const probeEveryMs = 20;
const quietMs = 2000;

export const uploads: Benchmark = {
  name: 'uploads',
  about: '16 uploads of 10 MB at once: the memory of the gateway, and what others wait meanwhile',
  needs: 'stack',
  takesMinutes: true,
  async measure(stack, { rounds }) {
    const customer = await newCustomer(stack.url);
    const { id } = await customer.api.createCase({ body: buildFacts() });
    const gateway = await startGateways(stack, { which: 'customer', env: asDeployed });
    const { url, pid } = gateway;
    const probe = () => startProbe(url, customer, `/v1/cases/${id}`);
    const peaks: number[] = [];
    const seconds: number[] = [];
    const busy: number[] = [];
    const quiet: number[] = [];
    const before = residentMiB(pid);
    for (let round = 0; round < rounds; round += 1) {
      const orders = await orderUploads(customer);
      const alone = probe();
      await new Promise((resolve) => setTimeout(resolve, quietMs));
      quiet.push(...(await alone.stop()));
      const peak = startPeak(pid);
      const beside = probe();
      const startedAt = performance.now();
      await drive({ url, connections: uploadsAtOnce, next: each(orders) });
      seconds.push((performance.now() - startedAt) / 1000);
      busy.push(...(await beside.stop()));
      peaks.push(peak.stop());
    }
    const afterwards = residentMiB(pid);
    await gateway.stop();
    return [
      { name: 'resident before', value: before, unit: 'MiB' },
      { ...median('16 uploads: peak resident memory', [Math.max(...peaks)], 'MiB'), goal: { atMost: 400 } },
      median('16 uploads: peak, median of the rounds', peaks, 'MiB'),
      { name: 'resident afterwards', value: afterwards, unit: 'MiB' },
      median('time of all 16', seconds, 's'),
      { name: 'GET case during uploads, p50', value: quantile(busy, 0.5), unit: 'ms' },
      { name: 'GET case during uploads, p99', value: quantile(busy, 0.99), unit: 'ms', goal: { atMost: 200 } },
      { name: 'GET case before, p99', value: quantile(quiet, 0.99), unit: 'ms' },
    ];
  },
};

/** The limits that the images and manifests set for the process with the uploads. */
const asDeployed = {
  NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=8',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

/** One case each: a test case stores at most 50 MB. */
async function orderUploads({ api, key }: Customer) {
  const contentBase64 = randomBytes(bytes).toString('base64');
  const body = Buffer.from(JSON.stringify({ filename: 'ledger.pdf', purpose: 'other', contentBase64 }));
  const cases = await Promise.all(Array.from({ length: uploadsAtOnce }, () => api.createCase({ body: buildFacts() })));
  return cases.map(({ id }) => order('POST', `/v1/cases/${id}/documents`, key, body));
}

/** Reads a case at a steady pace, independent of responses; returns the milliseconds of each since it was due. */
function startProbe(url: string, { key }: Customer, path: string) {
  const times: number[] = [];
  const under = new Set<Promise<unknown>>();
  const headers = { authorization: `Bearer ${key}` };
  let due = performance.now();
  const timer = setInterval(() => {
    for (; due <= performance.now(); due += probeEveryMs) {
      const from = due;
      const asked = fetch(url + path, { headers })
        .then((response) => response.arrayBuffer())
        .then(() => times.push(performance.now() - from))
        .finally(() => under.delete(asked));
      under.add(asked);
    }
  }, probeEveryMs);
  return {
    async stop(): Promise<number[]> {
      clearInterval(timer);
      await Promise.all(under);
      return times;
    },
  };
}
