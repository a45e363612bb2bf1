import { setTimeout } from 'node:timers/promises';
import { withClient } from '@evict/local';
import { Client, Connection } from '@temporalio/client';
import { buildFacts } from '../../e2e/support/facts.ts';
import { type Organization, signUpMany } from '../support/customers.ts';
import { type Figure, quantile } from '../support/figures.ts';
import { drive, openConnection, refused } from '../support/load.ts';
import { each, json, type RawRequest, request } from '../support/requests.ts';
import type { LocalStack } from '../support/local-stack.ts';
import { familyOf, memoryMiB } from '../support/processes.ts';
import type { Benchmark } from './bench.ts';

/**
 * Many organizations are needed, because each has a storage quota and can have only two commands in progress at a time.
 */
const organizations = 20;
const atOnce = 12;
/** One in this many cases is advanced into its notice period, with this many advances. */
const advancedShare = 10;
const advancesOfOne = 3;
/**
 * Beyond this number, cases are only copied rows. The reconciler starts their workflows, as after a loss of Temporal's
 * data.
 */
const mostByRequests = 5000;

interface OpenCase {
  id: string;
  /** The credential of its organization. */
  credential: string;
}

export const openCases: Benchmark = {
  about: 'the duration of commands and the memory of workers with many open cases, compared with 5,000',
  async measure(stack, { short, cases, minutes }) {
    const count = cases ?? (short ? 40 : 5000);
    const until = minutes === null ? Infinity : performance.now() + minutes * 60_000;
    await withClient(stack.databaseUrl('postgres'), async (database) => {
      // This suits a server under load. With the defaults of the local stack there is a checkpoint after every
      // gigabyte.
      await database.query(`ALTER SYSTEM SET max_wal_size = '8GB'`);
      await database.query('SELECT pg_reload_conf()');
    });
    const customers = await signUpMany(stack.api, short ? 2 : organizations);
    const open: OpenCase[] = [];
    const byRequests = Math.min(count, mostByRequests);
    await openUpTo(byRequests, { stack, customers, open, until });
    const few = await sample(stack, customers, open, short);
    const copies = short ? 40 : count - byRequests;
    const startedAt = performance.now();
    const credentials = new Map(customers.map(({ id, test }) => [id, test.credential]));
    open.push(...(await withClient(stack.databaseUrl(), (database) => copyCases(database, open, copies, credentials))));
    await untilRunning(stack, open.length, until);
    const perMinute = copies / ((performance.now() - startedAt) / 60_000);
    const many = await sample(stack, customers, open, short);
    return [
      { name: 'open cases', value: open.length, unit: 'cases' },
      { name: 'cases restored per minute', value: perMinute, unit: 'cases' },
      ...few.figures.map((figure) => ({ ...figure, name: `${figure.name}, with few` })),
      ...many.figures,
      {
        name: 'p99 of commands, many compared with few',
        value: many.p99 / few.p99,
        unit: 'times',
        goal: { atMost: 1.5 },
      },
    ];
  },
};

interface Opening {
  stack: LocalStack;
  customers: readonly Organization[];
  open: OpenCase[];
  /** When to stop, on the clock of `performance`. */
  until: number;
}

/** Creates and submits cases as customers do. A request that is refused because the service is busy is sent again. */
async function openUpTo(count: number, { stack, customers, open, until }: Opening): Promise<void> {
  let begun = open.length;
  const work = async () => {
    const connection = await openConnection(stack.api, { keepsBodies: true });
    const ask = async (one: RawRequest): Promise<Buffer> => {
      for (let isRepeated = false; ; isRepeated = true) {
        const { status, body } = await connection.send(one);
        // After a 503, the first attempt may have taken effect, so a retry may get a 409.
        if (status < 300 || (status === 409 && isRepeated)) return body;
        if (status !== 429 && status !== 503) throw refused(one, status, body);
        await setTimeout(100);
      }
    };
    while (begun < count && performance.now() < until) {
      const number = begun;
      begun += 1;
      const { credential } = customers[number % customers.length]!.test;
      const body = await ask(request({ credential }, 'POST', '/v1/cases', { body: factsOf(number) }));
      const one = { id: idIn(body), credential };
      await ask(commandOf('submit', one));
      // The advanced cases are spread over the organizations.
      const isAdvanced = (number + Math.floor(number / customers.length)) % advancedShare === 0;
      const advances = isAdvanced ? advancesOfOne : 0;
      for (let step = 0; step < advances; step += 1) await ask(commandOf('advance', one));
      open.push(one);
      if (open.length % 1000 === 0) console.log(`${open.length} cases are open`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

type Database = Parameters<Parameters<typeof withClient>[1]>[0];

/** Copies the rows of cases, with their events and documents, under new ids. The copies have no workflow yet. */
async function copyCases(
  database: Database,
  open: readonly OpenCase[],
  count: number,
  credentials: ReadonlyMap<string, string>,
): Promise<OpenCase[]> {
  const copied: OpenCase[] = [];
  const columnsOf = async (table: string, changed: Readonly<Record<string, string>>) => {
    const { rows } = await database.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
        WHERE table_name = $1 AND table_schema = 'public' AND is_generated = 'NEVER'`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    return {
      into: names.map((name) => `"${name}"`).join(),
      from: names.map((name) => changed[name] ?? `o."${name}"`).join(),
    };
  };
  const cases = await columnsOf('Case', { id: 'c.id', record: `replace(o.record::text, o.id, c.id)::jsonb` });
  // The copied events stay out of the feed, because each position in it can be taken only once.
  const feed = { organizationId: 'NULL', mode: 'NULL', feedPosition: 'NULL', internal: 'true' };
  const events = await columnsOf('CaseEvent', { id: 'gen_random_uuid()::text', caseId: 'c.id', ...feed });
  const documents = await columnsOf('Document', { id: 'gen_random_uuid()::text', caseId: 'c.id' });
  for (let left = count; left > 0; left -= atOnceCopied) {
    const originals = Array.from(
      { length: Math.min(left, atOnceCopied) },
      (_, index) => open[(left + index) % open.length]!.id,
    );
    const copies = `SELECT original, 'case_' || gen_random_uuid() AS id FROM unnest($1::text[]) original`;
    const { rows } = await database.query<{ id: string; organizationId: string }>(
      `WITH c AS MATERIALIZED (${copies}),
        "event" AS (INSERT INTO "CaseEvent" (${events.into}) SELECT ${events.from} FROM c JOIN "CaseEvent" o ON o."caseId" = c.original),
        "document" AS (INSERT INTO "Document" (${documents.into}) SELECT ${documents.from} FROM c JOIN "Document" o ON o."caseId" = c.original)
      INSERT INTO "Case" (${cases.into}) SELECT ${cases.from} FROM c JOIN "Case" o ON o.id = c.original RETURNING id, "organizationId"`,
      [originals],
    );
    copied.push(...rows.map(({ id, organizationId }) => ({ id, credential: credentials.get(organizationId)! })));
  }
  return copied;
}

/** The number of rows per statement. More would exceed the time limit of a statement. */
const atOnceCopied = 500;

/** Waits until this many case workflows are running. */
async function untilRunning({ temporal, namespace }: LocalStack, count: number, until: number): Promise<void> {
  const connection = await Connection.connect({ address: temporal });
  try {
    const { workflow } = new Client({ connection, namespace });
    for (let shown = 0; performance.now() < until;) {
      const { count: running } = await workflow.count(`WorkflowType = 'evictionCase' AND ExecutionStatus = 'Running'`);
      if (running >= count) return;
      if (running - shown > 5000) console.log(`${(shown = running)} workflows are running`);
      await setTimeout(1000);
    }
  } finally {
    await connection.close();
  }
}

/**
 * Sends requests of each kind one after the other. Old cases aren't in the worker's cache, so it replays their
 * histories. The cases that it creates stay open.
 */
async function sample(
  stack: LocalStack,
  customers: readonly Organization[],
  open: OpenCase[],
  short: boolean,
): Promise<{ figures: Figure[]; p99: number }> {
  const count = short ? 4 : 100;
  const old = Array.from({ length: count }, (_, index) => open[Math.floor((index * open.length) / count)]!);
  const opened: OpenCase[] = [];
  const timesOf = async <R extends RawRequest>(
    requests: readonly R[],
    take: (body: Buffer, one: R) => void = () => {},
  ) => {
    const times: number[] = [];
    const onResponse = (body: Buffer, one: R, ms: number) => {
      times.push(ms);
      take(body, one);
    };
    await drive({ url: stack.api, connections: 1, next: each(requests), onResponse });
    return times;
  };
  const creates = old.map((_, index) => {
    const { credential } = customers[index % customers.length]!.test;
    return { ...request({ credential }, 'POST', '/v1/cases', { body: json(buildFacts()) }), credential };
  });
  const times = {
    create: await timesOf(creates, (body, { credential }) => void opened.push({ id: idIn(body), credential })),
    submit: await timesOf(opened.map((one) => commandOf('submit', one))),
    advance: await timesOf(opened.map((one) => commandOf('advance', one))),
    'advance of an old case': await timesOf(old.map((one) => commandOf('advance', one))),
    read: await timesOf(old.map((one) => request(one, 'GET', `/v1/cases/${one.id}`))),
    list: await timesOf(old.map((one) => request(one, 'GET', '/v1/cases?limit=20'))),
  };
  open.push(...opened);
  const workers = ['Case worker', 'Outbox worker'] as const;
  return {
    figures: [
      ...Object.entries(times).flatMap(([name, all]): Figure[] => [
        { name: `${name}, p50`, value: quantile(all, 0.5), unit: 'ms' },
        { name: `${name}, p99`, value: quantile(all, 0.99), unit: 'ms' },
      ]),
      ...workers.map((name): Figure => {
        const value = familyOf(stack.pidOf(name)).reduce((sum, pid) => sum + memoryMiB(pid), 0);
        return { name: `memory of the ${name.toLowerCase()}`, value, unit: 'MiB', goal: { atMost: 512 } };
      }),
    ],
    p99: quantile([...times.submit, ...times.advance, ...times['advance of an old case']], 0.99),
  };
}

function commandOf(name: string, { id, credential }: OpenCase): RawRequest {
  return request({ credential }, 'POST', `/v1/cases/${id}/${name}`);
}

function idIn(body: Buffer): string {
  return (JSON.parse(body.toString()) as { id: string }).id;
}

const streets = ['Oak', 'Elm', 'Main', 'Park', 'Lake', 'Hill', 'Pine', 'Cedar', 'Maple', 'View'];

/** Returns facts with a unique name and address. */
function factsOf(number: number): Buffer {
  const facts = buildFacts();
  const letters = number.toString(26).replace(/./g, (digit) => String.fromCodePoint(97 + parseInt(digit, 26)));
  facts.property.line1 = `${number % 9973} ${streets[number % streets.length]} Street`;
  facts.parties = [
    { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
    { role: 'defendant', name: `Terry Example${letters}` },
  ];
  return json(facts);
}
