import type { CaseMailPayloads } from './case-mails/kinds.ts';
import type { Prisma } from './generated/client.ts';
import { newId } from './ids.ts';
import type { Store } from './store.ts';

// The outbox of mail: a row is recorded in the transaction that causes the mail, and sent afterwards.

/** What the text of each kind is made from when it is sent: ids and codes, so that nothing waits here that could leak. */
interface MailPayloads extends CaseMailPayloads {
  password_reset: { userId: string };
  lead_received: { leadId: string };
}

type MailKind = keyof MailPayloads;

export type NewMail = { [K in MailKind]: { kind: K; recipient: string; payload: MailPayloads[K] } }[MailKind];

/** `attempt`: 1 for the first try. `ageMs`: since it was recorded. */
export type RecordedMail = NewMail & { id: string; attempt: number; ageMs: number };

/** Records a mail in the transaction that causes it. Once that has committed, start the mail by its id. */
export async function recordMail(transaction: Prisma.TransactionClient, mail: NewMail): Promise<string> {
  const { id } = await transaction.mail.create({ data: { id: newId('mail'), ...mail }, select: { id: true } });
  return id;
}

/** Counts a try and gives the mail to be sent; null where it is sent, dropped or given up already, or is none. */
export async function beginMailAttempt({ pool }: Store, id: string): Promise<RecordedMail | null> {
  const { rows } = await pool.query<RecordedMail>({
    name: 'mail-attempt',
    text: `UPDATE "Mail" SET attempts = attempts + 1
      WHERE id = $1 AND "sentAt" IS NULL AND "givenUpAt" IS NULL AND failure IS DISTINCT FROM $2
      RETURNING id, kind, recipient, payload, attempts AS attempt,
        (extract(epoch FROM now() - "createdAt") * 1000)::float8 AS "ageMs"`,
    values: [id, dropped],
  });
  return rows[0] ?? null;
}

/** The try was broken off from our side: it is none. */
export async function takeBackMailAttempt({ pool }: Store, id: string): Promise<void> {
  await pool.query(`UPDATE "Mail" SET attempts = attempts - 1 WHERE id = $1 AND "sentAt" IS NULL AND attempts > 0`, [
    id,
  ]);
}

/** The mail is with the mail server: what it was made from is not needed any more. */
export async function recordMailSent({ pool }: Store, id: string): Promise<void> {
  await pool.query(`UPDATE "Mail" SET "sentAt" = now(), failure = NULL, payload = '{}' WHERE id = $1`, [id]);
}

/** When it came to be sent there was nothing true left to say: it never is sent. */
export async function recordMailDropped({ pool }: Store, id: string): Promise<void> {
  await pool.query(`UPDATE "Mail" SET failure = $2, payload = '{}' WHERE id = $1 AND "sentAt" IS NULL`, [id, dropped]);
}

/** What stands in the place of a failure for a mail that was given up without one. */
const dropped = 'dropped';

/** `failure` is a class of failures, never the text of one: those hold addresses. */
export async function recordMailFailure({ pool }: Store, id: string, failure: string): Promise<void> {
  await pool.query(`UPDATE "Mail" SET failure = $2 WHERE id = $1 AND "sentAt" IS NULL`, [id, failure]);
}

/** The last try has failed. Of mails about a case, the case is told after this. */
export async function recordMailGivenUp({ pool }: Store, id: string, failure: string): Promise<void> {
  await pool.query(
    `UPDATE "Mail" SET failure = $2, "givenUpAt" = now() WHERE id = $1 AND "sentAt" IS NULL AND "givenUpAt" IS NULL`,
    [id, failure],
  );
}

/**
 * Ids of mails that were recorded at least so long ago and never tried, in order: the next ones after an id, at most
 * `count`.
 */
export async function listUntriedMails(
  { pool }: Store,
  { olderThanMs, after = '', count }: { olderThanMs: number; after?: string; count: number },
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'mails-untried',
    text: `SELECT id FROM "Mail" WHERE "sentAt" IS NULL AND attempts = 0 AND id > $2
        AND "createdAt" <= now() - make_interval(secs => $1::double precision / 1000)
      ORDER BY id LIMIT $3`,
    values: [olderThanMs, after, count],
  });
  return rows.map(({ id }) => id);
}
