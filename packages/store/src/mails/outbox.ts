import type { AccountMailKind, AccountMailPayloads, CaseMailKind, CaseMailPayload } from '@evict/mail';
import { newId } from '../ids.ts';
import { allRows, countRows, firstRow, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

// The outbox of mail: a row is recorded in the transaction that causes the mail, and sent after the commit.

type AccountMail = { [K in AccountMailKind]: { kind: K; payload: AccountMailPayloads[K] } }[AccountMailKind];

/** `attempt`: 1 for the first. `ageMs`: since it was recorded. */
export type RecordedMail = (AccountMail | { kind: CaseMailKind; payload: CaseMailPayload }) & {
  id: string;
  recipient: string;
  attempt: number;
  ageMs: number;
};

/** Records a mail in the transaction that causes it. Wake the outbox of mail after the commit. */
export async function recordMail(transaction: Transaction, mail: AccountMail & { recipient: string }): Promise<string> {
  const { id } = await transaction.mail.create({ data: { id: newId('mail'), ...mail }, select: { id: true } });
  return id;
}

/**
 * Counts an attempt of up to `count` due mails, the longest due first, and returns them. No other attempt starts within
 * `leaseMs`, the longest that this one may take.
 */
export async function claimMails(
  store: Store,
  { count, leaseMs }: { count: number; leaseMs: number },
): Promise<RecordedMail[]> {
  return allRows<RecordedMail>(store)`
    WITH due AS MATERIALIZED (
        SELECT id FROM "Mail" WHERE "dueAt" <= now() ORDER BY "dueAt", id LIMIT ${count} FOR UPDATE SKIP LOCKED
      )
      UPDATE "Mail" m SET attempts = attempts + 1, "dueAt" = now() + make_interval(secs => ${leaseMs}::float8 / 1000)
      FROM due WHERE m.id = due.id
      RETURNING m.id, kind, recipient, payload, attempts AS attempt,
        (extract(epoch FROM now() - "createdAt") * 1000)::float8 AS "ageMs"`;
}

/** The time until the next mail is due, in milliseconds: not positive if one is, null if none is left. */
export async function nextMailDueInMs(store: Store): Promise<number | null> {
  const row = await firstRow<{ dueInMs: number }>(store)`
    SELECT ceil(extract(epoch FROM "dueAt" - now()) * 1000)::float8 AS "dueInMs" FROM "Mail"
      WHERE "dueAt" IS NOT NULL ORDER BY "dueAt", id LIMIT 1`;
  return row?.dueInMs ?? null;
}

/** Uncounts an attempt that the worker itself aborted. The next one is due at once. */
export async function cancelMailAttempt(store: Store, id: string): Promise<void> {
  await countRows(store)`
    UPDATE "Mail" SET attempts = attempts - 1, "dueAt" = now()
      WHERE id = ${id} AND "dueAt" IS NOT NULL AND attempts > 0`;
}

/** Records the mail server's acceptance and deletes the payload. */
export async function recordMailSent(store: Store, id: string): Promise<void> {
  await countRows(store)`
    UPDATE "Mail" SET "sentAt" = now(), "dueAt" = NULL, failure = NULL, payload = '{}' WHERE id = ${id}`;
}

/** Drops a mail that is no longer true: it is never sent. */
export async function recordMailDropped(store: Store, id: string): Promise<void> {
  await countRows(store)`
    UPDATE "Mail" SET failure = ${dropped}, "dueAt" = NULL, payload = '{}' WHERE id = ${id} AND "sentAt" IS NULL`;
}

/** Stands for the failure of a dropped mail. */
const dropped = 'dropped';

/**
 * Schedules the next attempt. `failure` is a class of failures: error texts contain
 * addresses.
 */
export async function recordMailFailure(
  store: Store,
  id: string,
  { failure, dueInMs }: { failure: string; dueInMs: number },
): Promise<void> {
  await countRows(store)`
    UPDATE "Mail" SET failure = ${failure}, "dueAt" = now() + make_interval(secs => ${dueInMs}::float8 / 1000)
      WHERE id = ${id} AND "dueAt" IS NOT NULL`;
}

/** Records that the last attempt has failed. The case of a mail is notified after this. */
export async function recordMailGivenUp(store: Store, id: string, failure: string): Promise<void> {
  await countRows(store)`
    UPDATE "Mail" SET failure = ${failure}, "givenUpAt" = now(), "dueAt" = NULL WHERE id = ${id} AND "sentAt" IS NULL AND "givenUpAt" IS NULL`;
}
