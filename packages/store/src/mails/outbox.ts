import type { AccountMailKind, AccountMailPayloads, CaseMailKind, CaseMailPayload } from '@evict/mail';
import { newId } from '../ids.ts';
import { type DuePage, duePageValues, type DueRow, isOnDuePage } from '../database/due-page.ts';
import { poolOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

// The outbox of mail: a row is recorded in the transaction that causes the mail, and sent afterwards.

type AccountMail = { [K in AccountMailKind]: { kind: K; payload: AccountMailPayloads[K] } }[AccountMailKind];

/** `attempt`: 1 for the first. `ageMs`: since it was recorded. */
export type RecordedMail = (AccountMail | { kind: CaseMailKind; payload: CaseMailPayload }) & {
  id: string;
  recipient: string;
  attempt: number;
  ageMs: number;
};

/** Records a mail in the transaction that causes it. Once that has committed, start the mail by its id. */
export async function recordMail(transaction: Transaction, mail: AccountMail & { recipient: string }): Promise<string> {
  const { id } = await transaction.mail.create({ data: { id: newId('mail'), ...mail }, select: { id: true } });
  return id;
}

/** A mail whose next try is not due yet. */
export interface MailNotDue {
  dueInMs: number;
}

/**
 * Counts a try and gives the mail to be sent; null where it is sent, dropped or given up already, or is none. Until
 * `leaseMs` have passed no other try begins: the try may take as long.
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
    values: [id, leaseMs, earlyMs],
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

/** Timers of Temporal and the clock of the database may differ by this much. */
const earlyMs = 250;

/** The try was broken off from our side: it is none, and the next one is due at once. */
export async function cancelMailAttempt(store: Store, id: string): Promise<void> {
  await poolOf(store).query(
    `UPDATE "Mail" SET attempts = attempts - 1, "dueAt" = now()
      WHERE id = $1 AND "dueAt" IS NOT NULL AND attempts > 0`,
    [id],
  );
}

/** The mail is with the mail server: what it was made from is not needed any more. */
export async function recordMailSent(store: Store, id: string): Promise<void> {
  await poolOf(store).query(
    `UPDATE "Mail" SET "sentAt" = now(), "dueAt" = NULL, failure = NULL, payload = '{}' WHERE id = $1`,
    [id],
  );
}

/** When it came to be sent there was nothing true left to say: it never is sent. */
export async function recordMailDropped(store: Store, id: string): Promise<void> {
  await poolOf(store).query(
    `UPDATE "Mail" SET failure = $2, "dueAt" = NULL, payload = '{}' WHERE id = $1 AND "sentAt" IS NULL`,
    [id, dropped],
  );
}

/** What stands in the place of a failure for a mail that was given up without one. */
const dropped = 'dropped';

/**
 * The next try is due in so many milliseconds, whatever becomes of Temporal. `failure` is a class of failures, never the
 * text of one: those hold addresses.
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

/** The last try has failed. Of mails about a case, the case is told after this. */
export async function recordMailGivenUp(store: Store, id: string, failure: string): Promise<void> {
  await poolOf(store).query(
    `UPDATE "Mail" SET failure = $2, "givenUpAt" = now(), "dueAt" = NULL WHERE id = $1 AND "sentAt" IS NULL AND "givenUpAt" IS NULL`,
    [id, failure],
  );
}

/** Mails whose next try has been due for at least so long, those first that have been due longest. */
export async function listDueMails(store: Store, page: DuePage): Promise<DueRow[]> {
  const { rows } = await poolOf(store).query<DueRow>({
    name: 'mails-due',
    text: `SELECT id, "dueAt" FROM "Mail" WHERE ${isOnDuePage} ORDER BY "dueAt", id LIMIT $4`,
    values: duePageValues(page),
  });
  return rows;
}
