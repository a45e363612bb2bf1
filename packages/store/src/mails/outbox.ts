import type { AccountMailKind, AccountMailPayloads, CaseMailKind, CaseMailPayload } from '@evict/mail';
import { newId } from '../ids.ts';
import { type DuePage, duePageValues, type DueRow, isOnDuePage } from '../database/due-page.ts';
import { poolOf, type Store } from '../database/store.ts';
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

/** Records a mail in the transaction that causes it. Start it by its id after the commit. */
export async function recordMail(transaction: Transaction, mail: AccountMail & { recipient: string }): Promise<string> {
  const { id } = await transaction.mail.create({ data: { id: newId('mail'), ...mail }, select: { id: true } });
  return id;
}

/** A mail whose next attempt is not due yet. */
export interface MailNotDue {
  dueInMs: number;
}

/**
 * Counts an attempt and returns the mail to send; null if there is none, or if it is sent, dropped or given up. No
 * other attempt starts within `leaseMs`, the longest that this one may take.
 */
export async function beginMailAttempt(
  store: Store,
  id: string,
  leaseMs: number,
): Promise<RecordedMail | MailNotDue | null> {
  const pool = poolOf(store);
  const { rows } = await pool.query<RecordedMail>({
    name: 'mail-attempt',
    text: `UPDATE "Mail" SET attempts = attempts + 1, "dueAt" = now() + make_interval(secs => $2::float8 / 1000)
      WHERE id = $1 AND "dueAt" <= now() + make_interval(secs => $3::float8 / 1000)
      RETURNING id, kind, recipient, payload, attempts AS attempt,
        (extract(epoch FROM now() - "createdAt") * 1000)::float8 AS "ageMs"`,
    values: [id, leaseMs, clockToleranceMs],
  });
  if (rows[0]) return rows[0];
  const waiting = await pool.query<MailNotDue>({
    name: 'mail-not-due',
    text: `SELECT greatest(0, extract(epoch FROM "dueAt" - now()) * 1000)::float8 AS "dueInMs" FROM "Mail"
      WHERE id = $1 AND "dueAt" IS NOT NULL`,
    values: [id],
  });
  return waiting.rows[0] ?? null;
}

/** The tolerated difference between Temporal's timers and the clock of the database. */
const clockToleranceMs = 250;

/** Uncounts an attempt that the worker itself aborted. The next one is due at once. */
export async function cancelMailAttempt(store: Store, id: string): Promise<void> {
  await poolOf(store).query(
    `UPDATE "Mail" SET attempts = attempts - 1, "dueAt" = now()
      WHERE id = $1 AND "dueAt" IS NOT NULL AND attempts > 0`,
    [id],
  );
}

/** Records the mail server's acceptance and deletes the payload. */
export async function recordMailSent(store: Store, id: string): Promise<void> {
  await poolOf(store).query(
    `UPDATE "Mail" SET "sentAt" = now(), "dueAt" = NULL, failure = NULL, payload = '{}' WHERE id = $1`,
    [id],
  );
}

/** Drops a mail that is no longer true: it is never sent. */
export async function recordMailDropped(store: Store, id: string): Promise<void> {
  await poolOf(store).query(
    `UPDATE "Mail" SET failure = $2, "dueAt" = NULL, payload = '{}' WHERE id = $1 AND "sentAt" IS NULL`,
    [id, dropped],
  );
}

/** Stands for the failure of a dropped mail. */
const dropped = 'dropped';

/**
 * Schedules the next attempt, whatever happens in Temporal. `failure` is a class of failures: error texts contain
 * addresses.
 */
export async function recordMailFailure(
  store: Store,
  id: string,
  { failure, dueInMs }: { failure: string; dueInMs: number },
): Promise<void> {
  await poolOf(store).query(
    `UPDATE "Mail" SET failure = $2, "dueAt" = now() + make_interval(secs => $3::float8 / 1000)
      WHERE id = $1 AND "dueAt" IS NOT NULL`,
    [id, failure, dueInMs],
  );
}

/** Records that the last attempt has failed. The case of a mail is notified after this. */
export async function recordMailGivenUp(store: Store, id: string, failure: string): Promise<void> {
  await poolOf(store).query(
    `UPDATE "Mail" SET failure = $2, "givenUpAt" = now(), "dueAt" = NULL WHERE id = $1 AND "sentAt" IS NULL AND "givenUpAt" IS NULL`,
    [id, failure],
  );
}

/** Mails that are overdue, the longest overdue first. */
export async function listDueMails(store: Store, page: DuePage): Promise<DueRow[]> {
  const { rows } = await poolOf(store).query<DueRow>({
    name: 'mails-due',
    text: `SELECT id, "dueAt" FROM "Mail" WHERE ${isOnDuePage} ORDER BY "dueAt", id LIMIT $4`,
    values: duePageValues(page),
  });
  return rows;
}
