import type pg from 'pg';
import { type ConnectionProfile, profiles } from './database/connections.ts';
import { openStore, poolOf, prismaOf, type Store } from './database/store.ts';
import type { Transaction } from './database/transactions.ts';
import { Prisma } from './generated/client.ts';
import { notifying, type OutboxKind } from './outbox.ts';
import { insertDeliveries, type RecordedEvents } from './webhooks/record-deliveries.ts';

// For tests and the test kit only. Other code may not look inside a store.

export { inTransaction, withAfterStatement } from './database/store.ts';

export const serviceTimeouts = profiles.service;

/** A store whose rows a test can read and change directly. */
export type TestStore = Store & { readonly prisma: Transaction; readonly pool: pg.Pool };

export function openTestStore(connectionString: string, max?: number, profile?: ConnectionProfile): TestStore {
  const store = openStore(connectionString, max, profile);
  return Object.assign(store, { prisma: prismaOf(store), pool: poolOf(store) });
}

/** Notifies the outbox workers the way recording a row does. */
export async function wakeOutbox({ pool }: TestStore, kind: OutboxKind): Promise<void> {
  await pool.query(`SELECT ${notifying(kind, '(SELECT 1) due').text}`);
}

/** Records the deliveries of existing events the way a decision does. `isSilent` omits the notification. */
export async function recordDeliveries(
  transaction: Transaction,
  recorded: RecordedEvents,
  { isSilent = false } = {},
): Promise<void> {
  const parts = insertDeliveries(recorded);
  if (parts.length === 0) return;
  const column = isSilent ? Prisma.sql`NULL` : notifying('webhooks', 'delivery');
  await transaction.$queryRaw`
    WITH moved AS (SELECT ${recorded.caseId} AS id), ${Prisma.join(parts)} SELECT ${column}`;
}
