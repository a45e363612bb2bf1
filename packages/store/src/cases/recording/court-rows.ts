import {
  type CaseRecord,
  type CourtNumber,
  courtNumbers,
  type Filing,
  type RejectionCode,
  rulesOf,
  sameJson,
  type ServiceAttempt,
  type Transition,
} from '@evict/case-model';
import { Prisma } from '../../generated/client.ts';
import type { CommandText } from '../authority/written-commands.ts';
import { nextCourtCaseNumber, nextEnvelopeId } from '../sandbox-court.ts';
import type { Transaction } from '../../database/transactions.ts';
import { reportedAttempt } from './citations.ts';

interface Context {
  before: CaseRecord | null;
  text: CommandText;
}

/**
 * Inserts the service attempts that the transition made, and updates those that it changed: a part of the statement that
 * records it. The restored record of a case can be older than its rows: a row that says the same already stays.
 */
export function upsertAttempts(transition: Transition, { before, text }: Context): Prisma.Sql[] {
  const { caseId, record } = transition;
  const citedId = text.citation === undefined ? undefined : reportedAttempt(transition, before);
  const rows = record.serviceAttempts
    .filter((attempt) => attempt.id === citedId || !isKnown(before, attempt))
    .map((attempt) => ({
      ...attempt,
      citation: attempt.id === citedId ? text.citation : null,
      failureReason: attempt.status === 'failed' ? (attempt.failureReason ?? text.reason ?? null) : null,
    }));
  if (rows.length === 0) return [];
  return [
    Prisma.sql`attempt AS (
      INSERT INTO "ServiceAttempt" AS known (id, "caseId", stage, method, "partyIndex", status, "servedDate", expires,
        citation, "failureReason")
      SELECT a.id, ${caseId}::text, a.stage, a.method, a."partyIndex", a.status, a."servedDate", a.expires,
        a.citation, a."failureReason"
      FROM jsonb_populate_recordset(NULL::"ServiceAttempt", ${JSON.stringify(rows)}::jsonb) AS a
      ON CONFLICT (id) DO UPDATE SET
        status = excluded.status, "servedDate" = excluded."servedDate", expires = excluded.expires,
        citation = coalesce(excluded.citation, known.citation), "failureReason" = excluded."failureReason"
      WHERE (known.status, known."servedDate", known.expires, known.citation) IS DISTINCT FROM
        (excluded.status, excluded."servedDate", excluded.expires, coalesce(excluded.citation, known.citation)))`,
  ];
}

function isKnown(before: CaseRecord | null, attempt: ServiceAttempt): boolean {
  const known = before?.serviceAttempts.find(({ id }) => id === attempt.id);
  return known !== undefined && sameJson(known, attempt);
}

/**
 * Records the filings that the transition made or changed; older ones have their rows. The sandbox court assigns numbers
 * of its own; a live filing has those that its attorney reported. Returns the court case number if the transition brings
 * one.
 */
export async function recordFilings(
  transaction: Transaction,
  { caseId, record }: Transition,
  { before, text }: Context,
): Promise<string | undefined> {
  const court = rulesOf(record)?.court;
  let courtCaseNumber: string | undefined;
  for (const filing of record.filings) {
    const { id, status } = filing;
    const known =
      before?.filings.find((one) => one.id === id) ?? (await transaction.filing.findUnique({ where: { id } }));
    if (known?.status === status) continue;
    if (!known) {
      const envelopeId = court ? await nextEnvelopeId(transaction, court) : (text.envelopeId ?? null);
      await transaction.filing.create({ data: { id, caseId, status, envelopeId } });
      continue;
    }
    if (status === 'accepted') {
      courtCaseNumber = court
        ? await nextCourtCaseNumber(transaction, court, record.restingSince)
        : text.courtCaseNumber;
    }
    await transaction.filing.update({
      where: { id },
      data: {
        status,
        ...(status === 'rejected' && { rejectionReasons: reasonsOf(filing, text) }),
        ...(courtCaseNumber !== undefined && { courtCaseNumber }),
      },
    });
    // A number that was reported stays until it is put right by a correction, which tells the customer.
    if (text.envelopeId !== undefined) {
      await transaction.filing.updateMany({
        where: { id, envelopeId: null },
        data: { envelopeId: text.envelopeId },
      });
    }
  }
  return courtCaseNumber;
}

/** The numbers of a filing that a correction replaces, as they were; null where the transition corrects none. */
export async function correctFiling(
  transaction: Transaction,
  { caseId, command }: Transition,
  text: CommandText,
): Promise<CorrectedNumbers | null> {
  if (command.kind !== 'correct_filing') return null;
  const { filingId: id, fields } = command;
  const select = { envelopeId: true, courtCaseNumber: true } as const;
  const before = await transaction.filing.findFirst({ where: { id, caseId }, select });
  const data = Object.fromEntries(fields.map((field) => [field, text[field] ?? null]));
  await transaction.filing.updateMany({ where: { id, caseId }, data });
  const changed = courtNumbers.filter((field) => fields.includes(field));
  return Object.fromEntries(
    changed.map((field) => [field, { from: before?.[field] ?? null, to: text[field] ?? null }]),
  );
}

export type CorrectedNumbers = Partial<Record<CourtNumber, { from: string | null; to: string | null }>>;

/** The reported reasons, or else descriptions of the rejection codes. */
export function reasonsOf({ rejectionCodes }: Filing, { rejectionReasons = [] }: CommandText) {
  const reported = rejectionReasons.map((reason) => ({ ...reason }));
  return reported.length > 0 ? reported : rejectionCodes.map((code) => ({ code, description: rejectionTexts[code] }));
}

const rejectionTexts: Readonly<Record<RejectionCode, string>> = {
  missing_information: 'Required information is missing from the filing.',
  party_name: 'A party name does not match the complaint.',
  wrong_court: 'The filing was sent to the wrong court.',
  missing_document: 'A required document is missing.',
  fee: 'The filing fee is missing or wrong.',
  signature: 'A signature is missing.',
  other: 'The clerk returned the filing.',
};
