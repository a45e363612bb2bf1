import { caseWorkflowId } from '@evict/temporal';
import { withClient } from '@evict/local';
import { Client, Connection } from '@temporalio/client';
import { buildFacts } from '../e2e/support/facts.ts';
import type { Benchmark } from './benchmark.ts';
import { newCustomer } from './customers.ts';
import type { Figure } from './figures.ts';
import { drive, each, order } from './load.ts';
import { residentMiB } from './memory.ts';
import type { BenchStack } from './programs.ts';
import { median } from './rounds.ts';

const parts = 10;
const atOnce = 8;
/** How long the open cases rest, to measure what they cost without commands. */
const restMs = 20_000;

export const openCases: Benchmark = {
  name: 'open-cases',
  about: 'what an open case costs in worker memory, database and history, and whether the later ones cost the same',
  needs: 'stack',
  async measure(stack, { full }) {
    const count = full ? 5000 : 500;
    const { key } = await newCustomer(stack.url);
    await open(stack, key, 50); // warms the worker up
    const costs = [await look(stack)];
    let last: string[] = [];
    for (let part = 0; part < parts; part += 1) {
      last = await open(stack, key, count / parts);
      costs.push(await look(stack));
    }
    const history = await historyBytes(stack, last);
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const rested = await look(stack);
    return [
      { name: 'cases opened', value: count, unit: 'cases' },
      ...measures.flatMap((name) =>
        figuresOf(
          name,
          costs.map((cost) => cost[name]),
          rested[name],
          count,
        ),
      ),
      {
        ...median(
          'history of a case',
          history.map((bytes) => bytes / 1024),
          'KiB',
        ),
      },
    ];
  },
};

const measures = ['worker memory', 'database of the service', 'database of Temporal'] as const;
/** In bytes. */
type Costs = Record<(typeof measures)[number], number>;

async function look(stack: BenchStack): Promise<Costs> {
  return {
    'worker memory': residentMiB(stack.pidOf('Case worker')) * 2 ** 20,
    'database of the service': await databaseBytes(stack, ['evictions']),
    'database of Temporal': await databaseBytes(stack, ['temporal', 'temporal_visibility']),
  };
}

function figuresOf(name: string, at: readonly number[], rested: number, count: number): Figure[] {
  const [first = 0, middle = 0, last = 0] = [at[0], at[parts / 2], at.at(-1)];
  return [
    { name: `${name} for a case`, value: (last - first) / count / 1024, unit: 'KiB' },
    { name: `${name}, second half against first`, value: (last - middle) / (middle - first), unit: 'times', goal },
    { name: `${name} gained in ${restMs / 1000} s of rest`, value: (rested - last) / 1024, unit: 'KiB' },
  ];
}

const goal = { atMost: 1.2 };

async function open({ url }: BenchStack, key: string, count: number): Promise<string[]> {
  const body = Buffer.from(JSON.stringify(buildFacts()));
  const ids: string[] = [];
  const drafts = Array.from({ length: count }, () => order('POST', '/v1/cases', key, body));
  const keep = (response: Buffer) => void ids.push((JSON.parse(response.toString()) as { id: string }).id);
  await drive({ url, connections: atOnce, next: each(drafts), onResponse: keep });
  const submits = ids.map((id) => order('POST', `/v1/cases/${id}/submit`, key));
  await drive({ url, connections: atOnce, next: each(submits) });
  return ids;
}

async function databaseBytes({ databaseUrl }: BenchStack, names: readonly string[]): Promise<number> {
  return withClient(databaseUrl(), async (client) => {
    const sizes = 'SELECT sum(pg_database_size(datname))::float8 AS bytes FROM pg_database WHERE datname = ANY($1)';
    const { rows } = await client.query<{ bytes: number }>(sizes, [names]);
    return rows[0]?.bytes ?? Number.NaN;
  });
}

async function historyBytes({ temporal: address, namespace }: BenchStack, ids: readonly string[]): Promise<number[]> {
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, namespace });
  const sizes: number[] = [];
  for (const id of ids) {
    sizes.push((await client.workflow.getHandle(caseWorkflowId(id)).describe()).historySize ?? Number.NaN);
  }
  await connection.close();
  return sizes;
}
