import type { AccountMailKind, AccountMailPayloads, CaseMailKind, CaseMailPayload } from '@evict/mail';
import { newId } from '../ids.ts';
import { type Claimed, claimedOf, type ClaimRow, notifying, notifyOutbox } from '../outbox.ts';
import { allRows, countRows, raw, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

// The email outbox. A row is written in the transaction that causes the email, and the email is sent after the commit.

type AccountMail = { [K in AccountMailKind]: { kind: K; payload: AccountMailPayloads[K] } }[AccountMailKind];

/**
 * An email that was claimed for an attempt to send it. `attempt` counts from 1. `ageMs` is the time since the email
 * could first be sent. Emails with `inDigest` are sent together with others.
 */
export type RecordedMail = (AccountMail | { kind: CaseMailKind; payload: CaseMailPayload }) & {
  id: string;
  recipient: string;
  attempt: number;
  ageMs: number;
  inDigest: boolean;
};

/** Queues an email in the transaction that causes it. */
export async function recordMail(transaction: Transaction, mail: AccountMail & { recipient: string }): Promise<void> {
  await transaction.mail.create({ data: { id: newId('mail'), ...mail }, select: { id: true } });
  await notifyOutbox(transaction, 'mail');
}

/**
 * Claims up to `count` due emails and digests for one attempt each, which may take `leaseMs`. No other worker gets them
 * during that time. Single emails come first and then digests, each longest due first. A digest includes all emails
 * that are due for its recipient, up to `maxInDigest`.
 */
export async function claimMails(
  store: Store,
  { count, leaseMs }: { count: number; leaseMs: number },
): Promise<Claimed<RecordedMail[]>> {
  // Only one worker at a time claims digests, so that two workers never send parts of the same digest.
  const rows = await allRows<ClaimRow<RecordedMail>>(store)`
    WITH alone AS MATERIALIZED (
        SELECT id FROM "Mail" WHERE "dueAt" <= now() AND "notBefore" IS NULL
        ORDER BY "dueAt", id LIMIT ${count} FOR UPDATE SKIP LOCKED
      ), digests AS MATERIALIZED (
        SELECT recipient FROM "Mail" WHERE "dueAt" <= now() AND "notBefore" IS NOT NULL
          AND (SELECT pg_try_advisory_xact_lock(hashtext('digests')))
        ORDER BY "dueAt", id LIMIT ${count} - (SELECT count(*) FROM alone) FOR UPDATE SKIP LOCKED
      ), together AS MATERIALIZED (
        SELECT m.id FROM (SELECT DISTINCT recipient FROM digests) d CROSS JOIN LATERAL (
          SELECT id FROM "Mail" WHERE recipient = d.recipient AND "notBefore" IS NOT NULL AND "dueAt" <= now()
          ORDER BY "dueAt", id LIMIT ${raw(maxInDigest)} FOR UPDATE SKIP LOCKED) m
      ), claimed AS (
        UPDATE "Mail" m SET attempts = attempts + 1, "dueAt" = now() + make_interval(secs => ${leaseMs}::float8 / 1000)
        FROM (SELECT id FROM alone UNION ALL SELECT id FROM together) due WHERE m.id = due.id
        RETURNING m.*
      ), next AS (
        SELECT ceil(extract(epoch FROM min("dueAt") - now()) * 1000)::float8 AS "nextInMs" FROM "Mail"
        WHERE "dueAt" > now()
      )
      SELECT id, kind, recipient, payload, attempts AS attempt, "notBefore" IS NOT NULL AS "inDigest",
        (extract(epoch FROM now() - coalesce("notBefore", "createdAt")) * 1000)::float8 AS "ageMs", "nextInMs"
      FROM next LEFT JOIN claimed ON true ORDER BY "createdAt", id`;
  const { rows: mails, nextInMs } = claimedOf<RecordedMail>(rows);
  const units = new Map<string, RecordedMail[]>();
  for (const mail of mails) {
    const unit = mail.inDigest ? mail.recipient : mail.id;
    const others = units.get(unit);
    if (others) others.push(mail);
    else units.set(unit, [mail]);
  }
  return { rows: [...units.values()], nextInMs };
}

/** Further emails are sent in another digest. */
const maxInDigest = 500;

/** Takes back attempts that the worker itself aborted, so that they don't count. These emails are due again at once. */
export async function cancelMailAttempt(store: Store, ids: readonly string[]): Promise<void> {
  await countRows(store)`
    WITH mail AS (
      UPDATE "Mail" SET attempts = attempts - 1, "dueAt" = now()
      WHERE id = ANY (${ids}) AND "dueAt" IS NOT NULL AND attempts > 0 RETURNING id)
    SELECT id, ${notifying('mail', 'mail')} FROM mail`;
}

/** Records that the mail server has accepted these emails, and clears their payloads. */
export async function recordMailSent(store: Store, ids: readonly string[]): Promise<void> {
  await countRows(store)`
    UPDATE "Mail" SET "sentAt" = now(), "dueAt" = NULL, failure = NULL, payload = '{}' WHERE id = ANY (${ids})`;
}

/** Drops emails that no longer apply, so they are never sent. */
export async function recordMailDropped(store: Store, ids: readonly string[]): Promise<void> {
  await countRows(store)`
    UPDATE "Mail" SET failure = ${dropped}, "dueAt" = NULL, payload = '{}' WHERE id = ANY (${ids}) AND "sentAt" IS NULL`;
}

/** The value of `failure` for a dropped email. */
const dropped = 'dropped';

/** Schedules the next attempt. `failure` is only an error class, because error messages can contain email addresses. */
export async function recordMailFailure(
  store: Store,
  ids: readonly string[],
  { failure, dueInMs }: { failure: string; dueInMs: number },
): Promise<void> {
  await countRows(store)`
    UPDATE "Mail" SET failure = ${failure}, "dueAt" = now() + make_interval(secs => ${dueInMs}::float8 / 1000)
      WHERE id = ANY (${ids}) AND "dueAt" IS NOT NULL`;
}

/**
 * Records that the last attempt failed. If the email is about a case, a case worker records the failure in the case's
 * history within half a minute.
 */
export async function recordMailGivenUp(store: Store, ids: readonly string[], failure: string): Promise<void> {
  await countRows(store)`
    UPDATE "Mail" SET failure = ${failure}, "givenUpAt" = now(), "dueAt" = NULL WHERE id = ANY (${ids}) AND "sentAt" IS NULL AND "givenUpAt" IS NULL`;
}
