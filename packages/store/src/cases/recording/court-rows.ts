import { type CaseRecord, type Filing, type RejectionCode, rulesOf, type Transition } from '@evict/case-model';
import { Prisma } from '../../generated/client.ts';
import type { CommandText } from '../authority/written-commands.ts';
import { nextCourtCaseNumber, nextEnvelopeId } from '../sandbox-court.ts';
import type { Transaction } from '../../database/transactions.ts';

interface Context {
  before: CaseRecord | null;
  text: CommandText;
}

/**
 * Inserts the service attempts that the transition made, and updates those that it changed: a part of the statement that
 * records it. The restored record of a case can be older than its rows: a row that has the status already stays.
 */
export function upsertAttempts({ caseId, record }: Transition, { before, text }: Context): Prisma.Sql[] {
  const rows = record.serviceAttempts
    .filter(({ id, status }) => before?.serviceAttempts.find((attempt) => attempt.id === id)?.status !== status)
    .map((attempt) => ({
      ...attempt,
      failureReason: attempt.status === 'failed' ? (attempt.failureReason ?? text.reason ?? null) : null,
    }));
  if (rows.length === 0) return [];
  return [
    Prisma.sql`attempt AS (
      INSERT INTO "ServiceAttempt" AS known (id, "caseId", stage, method, status, "servedDate", "failureReason")
      SELECT a.id, ${caseId}::text, a.stage, a.method, a.status, a."servedDate", a."failureReason"
      FROM jsonb_populate_recordset(NULL::"ServiceAttempt", ${JSON.stringify(rows)}::jsonb) AS a
      ON CONFLICT (id) DO UPDATE SET
        status = excluded.status, "servedDate" = excluded."servedDate", "failureReason" = excluded."failureReason"
      WHERE known.status <> excluded.status)`,
  ];
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
        ...(text.envelopeId !== undefined && { envelopeId: text.envelopeId }),
      },
    });
  }
  return courtCaseNumber;
}

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
