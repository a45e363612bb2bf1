import { type CaseRecord, type Filing, type RejectionCode, rulesOf, type Transition } from '@evict/case-model';
import type { CommandText } from '../authority/written-commands.ts';
import { nextCourtCaseNumber, nextEnvelopeId } from '../sandbox-court.ts';
import type { Transaction } from '../../database/transactions.ts';

interface Context {
  before: CaseRecord | null;
  text: CommandText;
}

/**
 * Records the service attempts and filings that the transition made or changed; older ones have their rows, even where
 * the restored record of the case is older than they are. The sandbox court assigns numbers of its own; a live filing
 * has those that its attorney reported. Returns the court case number if the transition brings one.
 */
export async function recordCourtRows(
  transaction: Transaction,
  transition: Transition,
  context: Context,
): Promise<string | undefined> {
  await recordAttempts(transaction, transition, context);
  return recordFilings(transaction, transition, context);
}

async function recordAttempts(
  transaction: Transaction,
  { caseId, record }: Transition,
  { before, text }: Context,
): Promise<void> {
  for (const { id, stage, method, status, servedDate, failureReason } of record.serviceAttempts) {
    const known =
      before?.serviceAttempts.find((attempt) => attempt.id === id) ??
      (await transaction.serviceAttempt.findUnique({ where: { id } }));
    if (known?.status === status) continue;
    const why = status === 'failed' ? (failureReason ?? text.reason ?? null) : null;
    const result = { status, servedDate, failureReason: why };
    if (!known) await transaction.serviceAttempt.create({ data: { id, caseId, stage, method, ...result } });
    else await transaction.serviceAttempt.update({ where: { id }, data: result });
  }
}

async function recordFilings(
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
