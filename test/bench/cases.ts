import { caseWorkflowId } from '@evict/temporal';
import { Client, Connection } from '@temporalio/client';
import type { Benchmark } from './benchmark.ts';
import { nonpaymentFacts } from './commands.ts';
import { type Customer, newCustomer } from './customers.ts';
import { type Figure, quantile } from './figures.ts';
import type { BenchStack } from './programs.ts';
import { transactionsOf } from './transactions.ts';

const advances = 11;

export const cases: Benchmark = {
  name: 'cases',
  about: 'what a caller waits for each command of a case, alone on the machine; the history it leaves',
  needs: 'stack',
  measure: measureCases,
};

/** Plays the nonpayment case of the demo from create to closed, again and again. */
async function measureCases(stack: BenchStack, { tiny }: { tiny: boolean }): Promise<Figure[]> {
  const { url, temporal, namespace } = stack;
  const rounds = tiny ? 1 : 20;
  const times = { create: [] as number[], read: [] as number[], submit: [] as number[], advance: [] as number[] };
  const wholeWay: number[] = [];
  let caseId = '';
  for (let round = 0; round < rounds; round += 1) {
    // A new customer each time: an organization may send 60 advances a minute.
    const { api } = await newCustomer(url);
    const body = nonpaymentFacts();
    caseId = (await clocked(times.create, () => api.createCase({ body }))).id;
    await clocked(times.submit, () => api.submitCase({ id: caseId }));
    for (let step = 0; step < advances; step += 1) {
      await clocked(times.advance, () => api.advanceCase({ id: caseId }));
      await clocked(times.read, () => api.getCase({ id: caseId }));
    }
    wholeWay.push(times.advance.slice(-advances).reduce((sum, ms) => sum + ms) / 1000);
  }
  return [
    { name: 'create, p50', value: quantile(times.create, 0.5), unit: 'ms' },
    { name: 'read a case, p50', value: quantile(times.read, 0.5), unit: 'ms' },
    { name: 'submit, p50', value: quantile(times.submit, 0.5), unit: 'ms' },
    { name: 'advance, p50', value: quantile(times.advance, 0.5), unit: 'ms', goal: { atMost: 35 } },
    { name: 'advance, p99', value: quantile(times.advance, 0.99), unit: 'ms' },
    { name: 'the eleven advances of a case, median', value: quantile(wholeWay, 0.5), unit: 's', goal: { atMost: 3 } },
    ...(await measureHistory({ temporal, namespace }, caseId)),
    ...(await measureTransactions(stack)),
  ];
}

async function measureHistory(
  { temporal, namespace }: Pick<BenchStack, 'temporal' | 'namespace'>,
  caseId: string,
): Promise<Figure[]> {
  const connection = await Connection.connect({ address: temporal });
  const client = new Client({ connection, namespace });
  const { historyLength, historySize } = await client.workflow.getHandle(caseWorkflowId(caseId)).describe();
  await connection.close();
  return [
    { name: 'history of a case, events', value: historyLength, unit: 'events', goal: { atMost: 100 } },
    { name: 'history of a case, size', value: (historySize ?? Number.NaN) / 1024, unit: 'KiB', goal: { atMost: 20 } },
  ];
}

/** How often Temporal writes the case's workflow to its database for one advance. */
async function measureTransactions(stack: BenchStack): Promise<Figure[]> {
  const { api } = await newCustomer(stack.url);
  const { id } = await api.createCase({ body: nonpaymentFacts() });
  await api.submitCase({ id });
  const seen = transactionsOf(stack, caseWorkflowId(id));
  try {
    const counts = { with: [] as number[], without: [] as number[] };
    for (let step = 0; step < advances - 1; step += 1) {
      const [before, documents] = [await seen.count(), await documentsOf(api, id)];
      await api.advanceCase({ id });
      const kind = (await documentsOf(api, id)) > documents ? 'with' : 'without';
      counts[kind].push((await seen.count()) - before);
    }
    return (['without', 'with'] as const).map((kind) => ({
      name: `transactions of Temporal, an advance ${kind} documents, p50`,
      value: quantile(counts[kind], 0.5),
      unit: 'transactions',
      goal: { atMost: 5 },
    }));
  } finally {
    seen.stop();
  }
}

async function documentsOf(api: Customer['api'], id: string): Promise<number> {
  return (await api.getCase({ id })).documents.length;
}

async function clocked<T>(into: number[], run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await run();
  into.push(performance.now() - startedAt);
  return result;
}
