import { setTimeout as pause } from 'node:timers/promises';
import { caseWorkflowId } from '@evict/temporal';
import { withClient } from '@evict/local';
import { Client, Connection } from '@temporalio/client';
import { buildFacts } from '../../e2e/support/facts.ts';
import { type CpuTimes, cpuTimes, measured } from '../cpu.ts';
import { quantile } from '../figures.ts';
import { treeMiB } from '../memory.ts';
import type { BenchStack } from '../programs.ts';
import { temporalBytes } from '../temporal-bytes.ts';
import type { OpenCase } from './create-cases.ts';
import { type Latencies, measureLatencies } from './latency.ts';
import { measureUpkeep } from './upkeep.ts';
import type { Upkeep } from './upkeep-table.ts';

/** How long the open cases rest, to measure what they cost without commands. */
const restMs = (cases: number) => (cases < 5000 ? 20_000 : 60_000);
const historiesOf = 100;

/** On disk. */
type Bytes = Record<'service' | 'temporal' | 'visibility', number>;

/** What the stack costs with so many open cases. */
export interface Sample {
  /** Open cases. */
  cases: number;
  at: string;
  /** Since the sample before: cases a minute, and milliseconds of CPU time for each case by process. */
  opened: { perMinute: number; cpuMs: CpuTimes; refused: number; walBytes: number };
  memoryMiB: Record<keyof CpuTimes, number>;
  bytes: Bytes;
  /** Open connections to each database. */
  connections: Record<string, number>;
  /** The median size of a history. */
  historyBytes: number;
  latencies: Latencies;
  upkeepMs: Upkeep;
  /** Without any request: percent of a core by process, and the growth of the databases. */
  atRest: { cpuPercent: CpuTimes; serviceBytes: number; temporalBytes: number };
}

/** What a sample is compared with: taken before cases are opened. */
export interface Before {
  at: number;
  cases: number;
  cpu: CpuTimes;
  wal: number;
}

export async function look(stack: BenchStack, cases: number): Promise<Before> {
  return { at: performance.now(), cases, cpu: cpuTimes(stack), wal: await walBytes(stack) };
}

/** Takes a sample, which opens some cases more; returns them with it. */
export async function takeSample(
  stack: BenchStack,
  {
    before,
    keys,
    open,
    refused,
  }: { before: Before; keys: readonly string[]; open: readonly OpenCase[]; refused: number },
): Promise<{ sample: Sample; opened: OpenCase[] }> {
  const now = await look(stack, open.length);
  const made = Math.max(1, open.length - before.cases);
  const perCase = byProcess((name) => (now.cpu[name] - before.cpu[name]) / made);
  const state = {
    cases: open.length,
    at: new Date().toISOString(),
    opened: {
      perMinute: made / ((now.at - before.at) / 60_000),
      cpuMs: perCase,
      refused,
      walBytes: (now.wal - before.wal) / made,
    },
    memoryMiB: byProcess((name) => treeMiB(stack.pidOf(name))),
    connections: await connectionsOf(stack),
    bytes: await bytesOf(stack),
    historyBytes: await historyBytes(stack, open.slice(-historiesOf)),
  };
  const { latencies, opened } = await measureLatencies(stack.url, { keys, old: open, facts: buildFacts() });
  const upkeepMs = await measureUpkeep(stack);
  const [cpuBefore, bytesBefore] = [cpuTimes(stack), await bytesOf(stack)];
  const rest = restMs(open.length);
  await pause(rest);
  const [cpuAfter, bytesAfter] = [cpuTimes(stack), await bytesOf(stack)];
  const atRest = {
    cpuPercent: byProcess((name) => ((cpuAfter[name] - cpuBefore[name]) / rest) * 100),
    serviceBytes: bytesAfter.service - bytesBefore.service,
    temporalBytes: bytesAfter.temporal + bytesAfter.visibility - bytesBefore.temporal - bytesBefore.visibility,
  };
  return { sample: { ...state, latencies, upkeepMs, atRest }, opened };
}

function byProcess(of: (name: keyof CpuTimes) => number): CpuTimes {
  return Object.fromEntries(measured.map((name) => [name, of(name)])) as CpuTimes;
}

async function bytesOf(stack: BenchStack): Promise<Bytes> {
  return withClient(stack.databaseUrl(), async (client) => {
    const size = 'SELECT pg_database_size(current_database())::float8 AS bytes';
    const { rows } = await client.query<{ bytes: number }>(size);
    const { temporal, visibility } = temporalBytes(stack);
    return { service: rows[0]?.bytes ?? Number.NaN, temporal, visibility };
  });
}

async function connectionsOf(stack: BenchStack): Promise<Record<string, number>> {
  return withClient(stack.databaseUrl(), async (client) => {
    const counts = `SELECT coalesce(usename, '') AS name, count(*)::int AS count FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() GROUP BY 1 ORDER BY 1`;
    const { rows } = await client.query<{ name: string; count: number }>(counts);
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  });
}

async function walBytes(stack: BenchStack): Promise<number> {
  return withClient(stack.databaseUrl(), async (client) => {
    const { rows } = await client.query<{ bytes: number }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes`,
    );
    return rows[0]?.bytes ?? Number.NaN;
  });
}

async function historyBytes({ temporal: address, namespace }: BenchStack, cases: readonly OpenCase[]): Promise<number> {
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, namespace });
  const sizes: number[] = [];
  for (const { id } of cases) {
    sizes.push((await client.workflow.getHandle(caseWorkflowId(id)).describe()).historySize ?? Number.NaN);
  }
  await connection.close();
  return quantile(sizes, 0.5);
}
