import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { listenerConfig } from './database/connections.ts';
import { poolOf, raw, type Statement, type Store } from './database/store.ts';
import type { Transaction } from './database/transactions.ts';

// An outbox is a table of rows that each have a due time. A row is written in the transaction that causes it. If it is
// due at once, that transaction also notifies the outbox workers, which receive the notification after the commit and
// claim the due rows.

/** The kinds of outbox. Each kind has its own table. */
export const outboxKinds = ['webhooks', 'mail', 'charges'] as const;
export type OutboxKind = (typeof outboxKinds)[number];

/**
 * The result of a claim: rows that only this worker has, and the milliseconds until the next row is due, or null if
 * there is none.
 */
export interface Claimed<Row> {
  rows: Row[];
  nextInMs: number | null;
}

/**
 * Converts the result of a claiming query. Each of its rows also contains `nextInMs`. If nothing was claimed, there is
 * one row that contains only `nextInMs`.
 */
export function claimedOf<Row extends { id: string }>(rows: readonly ClaimRow<Row>[]): Claimed<Row> {
  const isRow = (row: ClaimRow<Row>): row is Row & { nextInMs: number | null } => row.id !== null;
  return { rows: rows.filter(isRow), nextInMs: rows[0]?.nextInMs ?? null };
}

export type ClaimRow<Row> = (Row | { id: null }) & { nextInMs: number | null };

const channel = 'outbox';

/**
 * Returns a column for a statement that writes outbox rows. Selecting it notifies the outbox workers when the
 * transaction commits, provided that `from`, used as a FROM clause, yields a row.
 */
export function notifying(kind: OutboxKind, from: string): Statement {
  return raw(`(SELECT pg_notify('${channel}', '${kind}')::text FROM ${from} LIMIT 1) AS "notified"`);
}

/** Notifies the outbox workers when the transaction commits. */
export async function notifyOutbox(transaction: Transaction, kind: OutboxKind): Promise<void> {
  await transaction.$queryRaw`SELECT pg_notify(${channel}, ${kind}::text)::text`;
}

export interface OutboxListener {
  /**
   * Whether a test notification sent through the store has arrived on this connection. A connection pooler may drop
   * notifications.
   */
  isListening: () => boolean;
  close: () => Promise<void>;
}

/**
 * Listens for rows that become due, on its own connection, which is reopened when it is lost. Calls `onDue` for each
 * notification, and for every kind after each new connection, because notifications may have been missed.
 */
export function listenToOutbox(store: Store, databaseUrl: string, onDue: (kind: OutboxKind) => void): OutboxListener {
  let client: pg.Client | null = null;
  let isListening = false;
  let isClosed = false;
  let reopening: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const opened = new pg.Client(listenerConfig(databaseUrl));
    client = opened;
    const probe = randomUUID();
    opened.on('notification', ({ payload }) => {
      const kind = outboxKinds.find((one) => one === payload);
      if (kind) onDue(kind);
      if (payload === probe) isListening = true;
    });
    opened.on('error', () => {}); // an 'end' event follows
    const ended = new Promise<void>((resolve) => opened.once('end', resolve));
    try {
      await opened.connect();
      await opened.query(`LISTEN ${channel}`);
      await poolOf(store).query('SELECT pg_notify($1, $2)', [channel, probe]);
      outboxKinds.forEach(onDue);
      await ended;
    } catch {
      void opened.end().catch(() => {});
    }
    isListening = false;
    if (!isClosed) reopening = setTimeout(() => void open(), reopenAfterMs);
  }

  void open();
  return {
    isListening: () => isListening,
    async close() {
      isClosed = true;
      clearTimeout(reopening);
      await client?.end();
    },
  };
}

const reopenAfterMs = 1000;
