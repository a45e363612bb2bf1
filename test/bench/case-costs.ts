import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { caseWorkflowId } from '@evict/temporal';
import { withClient } from '@evict/local';
import { Client, Connection } from '@temporalio/client';
import type { Benchmark } from './benchmark.ts';
import { type Actions, actionsOf } from './case-costs/actions.ts';
import { type Cost, costOf, tablesOf, visibilityRowBytes } from './case-costs/cost.ts';
import { nonpaymentFacts } from './commands.ts';
import { type Customer, newCustomers } from './customers.ts';
import { measured } from './cpu.ts';
import type { Figure } from './figures.ts';
import { drive, each, type Order, order } from './load.ts';
import type { BenchStack } from './programs.ts';
import { startReceivers } from './webhook-receivers.ts';

/** Cases of each kind of customer. */
const count = 96;
const atOnce = 8;
const reads = 4000;

/** The unit costs from which docs/scale.md is computed. */
export interface CaseCosts {
  measuredAt: string;
  /** For one case, or one request: see `Cost`. */
  create: Cost;
  submit: Cost;
  /** From submitted to closed, all of its commands. */
  close: Cost;
  closeWithEndpoint: Cost;
  advancesOfCase: number;
  /** Events that a customer sees, from create to closed. */
  eventsOfCase: number;
  documentsOfCase: number;
  historyBytes: number;
  historyEvents: number;
  /** What a managed Temporal bills, from submit to closed. */
  actions: Actions;
  readCase: Cost;
  readList: Cost;
  /** Of a closed case in each table of the service. */
  tables: Record<string, number>;
  /** Of one execution in Temporal's visibility: a case, or a delivery. */
  visibilityRowBytes: number;
}

export const caseCosts: Benchmark = {
  name: 'case-costs',
  about:
    'what one case costs from create to closed: CPU time of each process, disk, journal; with and without a webhook',
  needs: 'stack',
  takesMinutes: true,
  async measure(stack, { json }) {
    const receivers = await startReceivers(stack.dataDir, { responding: 1, silent: 0 });
    try {
      await passThrough(stack, await newCustomers(stack.url, atOnce)); // warms everything up
      const before = new Map(await tablesOf(stack));
      const plain = await passThrough(stack, await newCustomers(stack.url, count));
      const after = await tablesOf(stack);
      const notified = await newCustomers(stack.url, count);
      for (const { api } of notified) await api.createWebhookEndpoint({ body: { url: receivers.urls[0] ?? '' } });
      const withEndpoint = await passThrough(stack, notified);
      const one = plain.cases[0];
      if (!one) throw new Error('no case was closed');
      const read = (path: string) =>
        costOf(stack, reads, () =>
          send(
            stack,
            Array.from({ length: reads }, () => order('GET', path, one.key)),
          ),
        );
      const costs: CaseCosts = {
        measuredAt: new Date().toISOString(),
        ...plain.costs,
        closeWithEndpoint: withEndpoint.costs.close,
        ...(await describe(stack, one.id)),
        readCase: await read(`/v1/cases/${one.id}`),
        readList: await read('/v1/cases?limit=20'),
        tables: Object.fromEntries(after.map(([table, bytes]) => [table, (bytes - (before.get(table) ?? 0)) / count])),
        visibilityRowBytes: visibilityRowBytes(stack),
      };
      const file = join(dirname(json), 'case-costs.json');
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${JSON.stringify(costs, null, 2)}\n`);
      console.log(`written to ${file}`);
      return figuresOf(costs);
    } finally {
      await receivers.stop();
    }
  },
};

interface Passed {
  cases: { id: string; key: string }[];
  costs: Pick<CaseCosts, 'create' | 'submit' | 'close'>;
}

/** One case for each customer: an organization may send 60 advances a minute. */
async function passThrough(stack: BenchStack, customers: readonly Customer[]): Promise<Passed> {
  const body = Buffer.from(JSON.stringify(nonpaymentFacts()));
  const cases: Passed['cases'] = [];
  const create = await costOf(stack, customers.length, () =>
    send(
      stack,
      customers.map(({ key }) => ({ ...order('POST', '/v1/cases', key, body), key })),
      (response, { key }) => void cases.push({ id: (JSON.parse(response.toString()) as { id: string }).id, key }),
    ),
  );
  const command = (name: string, { id, key }: Passed['cases'][number]) => ({
    ...order('POST', `/v1/cases/${id}/${name}`, key),
    id,
  });
  const submit = await costOf(stack, cases.length, () =>
    send(
      stack,
      cases.map((one) => command('submit', one)),
    ),
  );
  const close = await costOf(stack, cases.length, async () => {
    for (let open = cases; open.length > 0;) {
      const closed = new Set<string>();
      await send(
        stack,
        open.map((one) => command('advance', one)),
        (response, { id }) => {
          if (response.includes('"state":"closed"')) closed.add(id);
        },
      );
      open = open.filter(({ id }) => !closed.has(id));
    }
  });
  return { cases, costs: { create, submit, close } };
}

async function send<O extends Order>(
  { url }: BenchStack,
  orders: readonly O[],
  onResponse: (body: Buffer, one: O) => void = () => {},
) {
  await drive({ url, connections: atOnce, next: each(orders), onResponse });
}

async function describe(stack: BenchStack, caseId: string) {
  const connection = await Connection.connect({ address: stack.temporal });
  const handle = new Client({ connection, namespace: stack.namespace }).workflow.getHandle(caseWorkflowId(caseId));
  try {
    const { historyLength, historySize } = await handle.describe();
    const rows = await withClient(stack.databaseUrl(), async (client) => {
      const text = `SELECT (SELECT count(*)::int FROM "CaseEvent" WHERE "caseId" = $1 AND NOT internal) AS events,
        (SELECT count(*)::int FROM "Document" WHERE "caseId" = $1) AS documents`;
      return (await client.query<{ events: number; documents: number }>(text, [caseId])).rows;
    });
    const actions = actionsOf((await handle.fetchHistory()).events ?? []);
    return {
      advancesOfCase: actions.updates - 1, // the other one is the submit
      eventsOfCase: rows[0]?.events ?? Number.NaN,
      documentsOfCase: rows[0]?.documents ?? Number.NaN,
      historyBytes: historySize ?? Number.NaN,
      historyEvents: historyLength,
      actions,
    };
  } finally {
    await connection.close();
  }
}

function figuresOf(costs: CaseCosts): Figure[] {
  const phases = ['create', 'submit', 'close', 'closeWithEndpoint', 'readCase', 'readList'] as const;
  return phases.flatMap((phase) => [
    ...measured.map((name): Figure => ({
      name: `${phase}: CPU time of ${name}`,
      value: costs[phase].cpuMs[name],
      unit: 'ms',
    })),
    ...Object.entries(costs[phase].bytes).map(([name, bytes]): Figure => ({
      name: `${phase}: ${name}`,
      value: bytes / 1024,
      unit: 'KiB',
    })),
  ]);
}
