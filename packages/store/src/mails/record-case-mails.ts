import type { CaseRecord, Mode, NoteWriter } from '@evict/case-model';
import { mailsOfMessage, type PlannedMail } from '@evict/mail';
import type { Transaction } from '../database/transactions.ts';
import { Prisma } from '../generated/client.ts';
import { newIdSql } from '../ids.ts';
import { notifying } from '../outbox.ts';
import { nextDigest } from './next-digest.ts';

/** Queues the emails about a message on a case, in the transaction of the message. */
export async function recordMessageMails(
  transaction: Transaction,
  message: { caseId: string; writtenBy: NoteWriter; createdAt: Date; operatorsAddress?: string },
): Promise<void> {
  const { caseId, writtenBy, operatorsAddress = null } = message;
  const { mode, organizationId, attorneyId, organization } = await transaction.case.findUniqueOrThrow({
    where: { id: caseId },
    select: { mode: true, organizationId: true, attorneyId: true, organization: { select: { timeZone: true } } },
  });
  const mails = mailsOfMessage({ caseId, writtenBy, mode: mode as Mode, attorneyId });
  const { timeZone } = organization;
  const parts = insertMails(mails, { organizationId, attorneyId, operatorsAddress, timeZone }, message.createdAt);
  if (parts.length === 0) return;
  await transaction.$queryRaw`
    WITH moved AS (SELECT ${caseId} AS id), ${Prisma.join(parts)} SELECT ${notifying('mail', mailsDueNow)}`;
}

type Recipients = Pick<CaseRecord, 'organizationId' | 'attorneyId'> & {
  operatorsAddress: string | null;
  /** The organization's time zone, or null if none was chosen. */
  timeZone: string | null;
};

/**
 * Returns the CTE `mail` for the statement that records the emails' cause. It adds one row per email and recipient. An
 * email without a recipient gets no row, for example an email to the attorney of a case that has none. Neither do
 * recipients who have turned such emails off. Daily emails wait for the next digest.
 */
export function insertMails(
  mails: readonly PlannedMail[],
  { organizationId, attorneyId, operatorsAddress, timeZone }: Recipients,
  now: Date,
): Prisma.Sql[] {
  if (mails.length === 0) return [];
  const digestAt = nextDigest(now, timeZone);
  const kinds = mails.map(({ kind }) => kind);
  const audiences = mails.map(({ audience }) => audience);
  const groups = mails.map(({ group }) => group ?? null);
  const payloads = mails.map(({ payload }) => JSON.stringify(payload));
  return [
    Prisma.sql`mail AS (
      INSERT INTO "Mail" (id, kind, recipient, payload, "notBefore", "dueAt")
      SELECT ${Prisma.raw(newIdSql('mail'))}, kind, email, payload::jsonb, digest.at, coalesce(digest.at, now())
      FROM moved, unnest(${kinds}::text[], ${audiences}::text[], ${groups}::text[], ${payloads}::text[])
          AS planned (kind, audience, "group", payload)
        JOIN (
          SELECT 'customer', email, "mailPreferences" FROM "User"
            WHERE "organizationId" = ${organizationId} AND "erasedAt" IS NULL AND role IN ('owner', 'member')
          UNION ALL SELECT 'attorney', email, '{}' FROM "User"
            WHERE id = ${attorneyId} AND role = 'attorney' AND "erasedAt" IS NULL
          UNION ALL SELECT 'operators', ${operatorsAddress}::text, '{}' WHERE ${operatorsAddress}::text IS NOT NULL
        ) AS recipient (audience, email, chosen) USING (audience)
        CROSS JOIN LATERAL (
          SELECT CASE WHEN chosen ->> "group" = 'daily' THEN ${digestAt.toISOString()}::timestamptz END) digest (at)
      WHERE chosen ->> "group" IS DISTINCT FROM 'off'
      RETURNING "notBefore")`,
  ];
}

/** SQL for the emails that don't wait for a digest. */
export const mailsDueNow = 'mail WHERE "notBefore" IS NULL';
