import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '@evict/local';
import { type CpuTimes, cpuTimes, measured } from '../cpu.ts';
import type { BenchStack } from '../programs.ts';
import { temporalBytes } from '../temporal-bytes.ts';

/** How long what follows a command may take: mails, webhooks, tasks of Temporal. */
const settleMs = 3000;

/** Where bytes are kept: groups of tables with their indexes, and the journal. */
type Bytes = Record<'documents' | 'webhooks' | 'mails' | 'rows' | 'temporal' | 'visibility' | 'journal', number>;

/** What one of several equal things costs. */
export interface Cost {
  /** In milliseconds, of each process with its children. */
  cpuMs: CpuTimes;
  /** Their growth; of the journal what was written. */
  bytes: Bytes;
}

const groups: Readonly<Record<string, keyof Bytes>> = {
  Blob: 'documents',
  BlobChunk: 'documents',
  WebhookDelivery: 'webhooks',
  WebhookAttempt: 'webhooks',
  Mail: 'mails',
};

/** Does the work, which is `count` equal things, and returns the cost of one. */
export async function costOf(stack: BenchStack, count: number, work: () => Promise<void>): Promise<Cost> {
  const [bytes, cpu] = [await bytesOf(stack), cpuTimes(stack)];
  const journal = await journalBytes(stack);
  await work();
  await pause(settleMs);
  const [journalAfter, cpuAfter] = [await journalBytes(stack), cpuTimes(stack)];
  const bytesAfter = { ...(await bytesOf(stack)), journal: journalAfter - journal };
  return {
    cpuMs: Object.fromEntries(measured.map((name) => [name, (cpuAfter[name] - cpu[name]) / count])) as CpuTimes,
    bytes: Object.fromEntries(
      Object.entries(bytesAfter).map(([name, after]) => [name, (after - bytes[name as keyof Bytes]) / count]),
    ) as Bytes,
  };
}

async function bytesOf(stack: BenchStack): Promise<Bytes> {
  const { temporal, visibility } = temporalBytes(stack);
  const bytes: Bytes = { documents: 0, webhooks: 0, mails: 0, rows: 0, temporal, visibility, journal: 0 };
  for (const [table, size] of await tablesOf(stack)) bytes[groups[table] ?? 'rows'] += size;
  return bytes;
}

/** The bytes of each table of the service with its indexes, written anew without what updates have left. */
export async function tablesOf(stack: BenchStack): Promise<[table: string, bytes: number][]> {
  return withClient(stack.databaseUrl(), async (client) => {
    const tables = `FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;
    const { rows } = await client.query<{ table: string }>(`SELECT relname AS table ${tables}`);
    for (const { table } of rows) await client.query(`VACUUM FULL ${client.escapeIdentifier(table)}`);
    const sizes = await client.query<{ table: string; bytes: number }>(
      `SELECT relname AS table, pg_total_relation_size(oid)::float8 AS bytes ${tables}`,
    );
    return sizes.rows.map(({ table, bytes }) => [table, bytes]);
  });
}

async function journalBytes(stack: BenchStack): Promise<number> {
  return withClient(stack.databaseUrl(), async (client) => {
    const text = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes`;
    return (await client.query<{ bytes: number }>(text)).rows[0]?.bytes ?? Number.NaN;
  });
}

/** What one execution costs in the visibility of Temporal, with all of its indexes. */
export function visibilityRowBytes(stack: BenchStack): number {
  const { visibility, executions } = temporalBytes(stack);
  return visibility / executions;
}
