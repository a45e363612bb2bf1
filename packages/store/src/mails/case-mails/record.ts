import { type Mode, modePolicies } from '@evict/case-model';
import { audiences, type PlannedMail } from './kinds.ts';
import { type MailedTransition, mailsOf } from './rules.ts';
import { Prisma } from '../../generated/client.ts';
import { newIdSql } from '../../ids.ts';
import type { Transaction } from '../../database/transactions.ts';

/**
 * Records the mails that a transition brings about, in the transaction that records it, and gives their ids. Once that
 * has committed, start them by these. Test cases send no mail.
 */
export async function recordCaseMails(
  transaction: Transaction,
  { events, before, record, operatorsAddress }: MailedTransition & { operatorsAddress: string },
): Promise<string[]> {
  const { caseId, mode, organizationId, attorneyId } = record;
  if (!modePolicies[mode].sendsMail) return [];
  const mails = mailsOf({ events, record, before });
  return insertMails(transaction, mails, { caseId, organizationId, attorneyId, operatorsAddress });
}

/**
 * Records the mails that tell of a message on a case, in the transaction that records the message, and gives their
 * ids. The service's goes to the customer; the customer's to the attorney, or to the operators while none is engaged.
 */
export async function recordNoteMail(
  transaction: Transaction,
  note: { caseId: string; author: 'service' } | { caseId: string; author: 'customer'; operatorsAddress: string },
): Promise<string[]> {
  const { caseId } = note;
  const { mode, organizationId, attorneyId } = await transaction.case.findUniqueOrThrow({
    where: { id: caseId },
    select: { mode: true, organizationId: true, attorneyId: true },
  });
  if (!modePolicies[mode as Mode].sendsMail) return [];
  const kind = note.author === 'service' ? 'service_note' : attorneyId === null ? 'unattended_note' : 'customer_note';
  const operatorsAddress = note.author === 'service' ? '' : note.operatorsAddress;
  return insertMails(transaction, [{ kind }], { caseId, organizationId, attorneyId, operatorsAddress });
}

interface Recipients {
  caseId: string;
  organizationId: string;
  attorneyId: string | null;
  operatorsAddress: string;
}

/** One row for each mail and recipient. A mail that nobody gets, such as one to no attorney, has none. */
async function insertMails(
  transaction: Transaction,
  mails: readonly PlannedMail[],
  { caseId, organizationId, attorneyId, operatorsAddress }: Recipients,
): Promise<string[]> {
  if (mails.length === 0) return [];
  const kinds = mails.map(({ kind }) => kind);
  const payloads = mails.map(({ kind, detail }) =>
    JSON.stringify({ caseId, ...(audiences[kind] === 'attorney' && { attorneyId }), ...detail }),
  );
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    INSERT INTO "Mail" (id, kind, recipient, payload)
    SELECT ${Prisma.raw(newIdSql('mail'))}, mail.kind, recipient.email, mail.payload::jsonb
    FROM unnest(${kinds}::text[], ${kinds.map((kind) => audiences[kind])}::text[], ${payloads}::text[])
        AS mail (kind, audience, payload)
      JOIN (
        SELECT 'customer', email FROM "User"
          WHERE "organizationId" = ${organizationId} AND "passwordHash" IS NOT NULL AND role IN ('owner', 'member')
        UNION ALL SELECT 'attorney', email FROM "User"
          WHERE id = ${attorneyId} AND role = 'attorney' AND "erasedAt" IS NULL
        UNION ALL SELECT 'operators', ${operatorsAddress}::text
      ) AS recipient (audience, email) USING (audience)
    RETURNING id`;
  return rows.map(({ id }) => id);
}
