import {
  type CaseEvent,
  type CaseFacts,
  type CaseRecord,
  type GateResults,
  type NextAction,
  retryDelaysMs,
} from '@evict/case-model';
import { Prisma } from '../generated/client.ts';
import type { Store } from '../store.ts';
import { settlePlatformFee } from './charges.ts';
import { nextCourtCaseNumber, nextEnvelopeId } from './sandbox-court.ts';

export interface RecordedTransition {
  caseId: string;
  events: readonly CaseEvent[];
  record: CaseRecord;
  nextAction: NextAction;
  documents: readonly Omit<Prisma.DocumentCreateManyInput, 'caseId'>[];
  /** Epoch milliseconds on the case's clock. */
  caseTime: number;
  /** At submit: the version of the facts that were checked, and what is frozen with them under the row's lock. */
  submission?: { factsVersion: number; freeze: (facts: CaseFacts, documents: FrozenDocument[]) => Frozen };
  /** What a live submit makes due. */
  platformFeeCents: number;
  /** The command that brought it about; a timer has none. */
  commandId?: string;
}

interface Frozen {
  gates: GateResults;
  factsHash: string;
  noticeFactsHash: string;
}

interface FrozenDocument {
  purpose: string | null;
  contentHash: string;
}

/**
 * `facts_changed`: the draft is not what was checked. `ahead`: the case has gone on without the caller, and this is
 * where it is. Nothing was recorded then.
 */
export type RecordOutcome = { kind: 'recorded' } | { kind: 'facts_changed' } | { kind: 'ahead'; record: CaseRecord };

interface LockedRow {
  sequence: number;
  facts: CaseFacts;
  factsVersion: number;
  record: CaseRecord | null;
}

/**
 * Records one transition of a case: read row, events, documents, service attempts, filings and the platform fee in one
 * transaction. Keyed by the sequence of its events, so a second call changes nothing.
 */
export async function recordTransition({ prisma }: Store, transition: RecordedTransition): Promise<RecordOutcome> {
  const { caseId, events, record, submission } = transition;
  return prisma.$transaction(async (transaction): Promise<RecordOutcome> => {
    const [row] = await transaction.$queryRaw<LockedRow[]>`
      SELECT sequence, facts, "factsVersion", record FROM "Case" WHERE id = ${caseId} FOR UPDATE`;
    if (!row) throw new Error('the case has no row');
    const first = events[0]?.sequence ?? record.sequence + 1;
    if (row.sequence >= first) {
      if (await isOwn(transaction, transition)) return { kind: 'recorded' };
      if (row.record) return { kind: 'ahead', record: row.record };
    }
    if (row.sequence !== first - 1) throw new Error('a transition before this one was not recorded');

    let frozen: Frozen | undefined;
    if (submission) {
      if (row.factsVersion !== submission.factsVersion) return { kind: 'facts_changed' };
      const uploads = await transaction.document.findMany({
        where: { caseId, superseded: false },
        select: { purpose: true, contentHash: true },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      frozen = submission.freeze(row.facts, uploads);
    }
    const numbers = await recordCourtRows(transaction, transition, row.record);
    await recordDocuments(transaction, transition);
    await recordEvents(transaction, transition, numbers.courtCaseNumber);
    await settlePlatformFee(transaction, { events, record, amountCents: transition.platformFeeCents });
    await recordRow(transaction, transition, { frozen, courtCaseNumber: numbers.courtCaseNumber });
    return { kind: 'recorded' };
  });
}

/** What was last recorded of a case; null for a draft that no command has reached. */
export async function loadRecord({ prisma }: Store, caseId: string): Promise<CaseRecord | null> {
  const { record } = await prisma.case.findUniqueOrThrow({ where: { id: caseId }, select: { record: true } });
  return record as unknown as CaseRecord | null;
}

/**
 * Whether what has the sequence is this very transition. It need not be: a command that reaches a case which has just
 * ended starts its workflow anew, with a draft that is none any more. Ids alone do not tell, because a workflow that
 * decides again after a crash draws the same ones for whatever it decides.
 */
async function isOwn(
  transaction: Prisma.TransactionClient,
  { caseId, events: [first], documents: [document] }: RecordedTransition,
): Promise<boolean> {
  if (first) {
    const { id, action } = first;
    return (await transaction.caseEvent.count({ where: { id, caseId, action } })) > 0;
  }
  return document !== undefined && (await transaction.document.count({ where: { id: document.id, caseId } })) > 0;
}

/** Whether a command has taken effect, however long ago and whatever became of its answer. */
export async function isCommandRecorded({ prisma }: Store, caseId: string, commandId: string): Promise<boolean> {
  return (await prisma.caseEvent.findFirst({ where: { caseId, commandId }, select: { id: true } })) !== null;
}

/** The attempts and filings that this transition made or changed; those before it have their rows. */
async function recordCourtRows(
  transaction: Prisma.TransactionClient,
  { caseId, record }: RecordedTransition,
  before: CaseRecord | null,
) {
  let courtCaseNumber: string | undefined;
  for (const { id, stage, method, status, servedDate, failureReason } of record.serviceAttempts) {
    const known = before?.serviceAttempts.find((attempt) => attempt.id === id);
    if (known?.status === status) continue;
    const result = { status, servedDate, failureReason };
    if (!known) await transaction.serviceAttempt.create({ data: { id, caseId, stage, method, ...result } });
    else await transaction.serviceAttempt.update({ where: { id }, data: result });
  }
  for (const { id, status, rejectionCodes } of record.filings) {
    const known = before?.filings.find((filing) => filing.id === id);
    if (known?.status === status) continue;
    const rejectionReasons = rejectionCodes.map((code) => ({ code, description: rejectionTexts[code] }));
    const result = { status, ...(rejectionReasons.length > 0 && { rejectionReasons }) };
    if (!known) {
      // A live filing has the numbers that its attorney reports.
      const envelope = record.mode === 'test' ? { envelopeId: await nextEnvelopeId(transaction) } : {};
      await transaction.filing.create({ data: { id, caseId, ...result, ...envelope } });
    } else {
      if (record.mode === 'test' && status === 'accepted')
        courtCaseNumber = await nextCourtCaseNumber(transaction, record.restingSince);
      await transaction.filing.update({
        where: { id },
        data: { ...result, ...(courtCaseNumber && { courtCaseNumber }) },
      });
    }
  }
  return { courtCaseNumber };
}

/** A newer document of the same kind of paper takes the older one's place. */
async function recordDocuments(transaction: Prisma.TransactionClient, { caseId, documents }: RecordedTransition) {
  const specIds = documents.flatMap(({ specId }) => specId ?? []);
  if (specIds.length > 0) {
    const id = { notIn: documents.map((document) => document.id) };
    await transaction.document.updateMany({
      where: { caseId, id, specId: { in: specIds } },
      data: { superseded: true },
    });
  }
  await transaction.document.createMany({
    data: documents.map((document) => ({ ...document, caseId })),
    skipDuplicates: true,
  });
}

/** The court case number is the tenant's: it is put into the event here, out of Temporal's sight. */
async function recordEvents(
  transaction: Prisma.TransactionClient,
  { caseId, events, commandId }: RecordedTransition,
  courtCaseNumber: string | undefined,
) {
  const createdAt = new Date();
  await transaction.caseEvent.createMany({
    data: events.map((event) => ({
      ...event,
      caseId,
      commandId: commandId ?? null,
      createdAt,
      detail: {
        ...event.detail,
        ...(event.action === 'filing_accepted' && { courtCaseNumber }),
      } as Prisma.InputJsonObject,
    })),
  });
}

async function recordRow(
  transaction: Prisma.TransactionClient,
  transition: RecordedTransition,
  { frozen, courtCaseNumber }: { frozen: Frozen | undefined; courtCaseNumber: string | undefined },
) {
  const { caseId, record, nextAction, caseTime } = transition;
  const { brief, failure, notice, hearing, judgment, withdrawal, cureReports } = record;
  const now = new Date();
  const shownNotice = notice ?? brief?.priorNotice ?? null;
  await transaction.case.update({
    where: { id: caseId },
    select: { id: true },
    data: {
      state: record.state,
      heldFrom: record.heldFrom,
      sequence: record.sequence,
      record: record as unknown as Prisma.InputJsonObject,
      packVersions: brief?.packVersions ? { ...brief.packVersions } : Prisma.DbNull,
      deadlines: record.deadlines.map((deadline) => ({ ...deadline })),
      progress: {
        notice: shownNotice && {
          servedDate: shownNotice.servedDate,
          method: shownNotice.method,
          expires: shownNotice.expires,
        },
        hearing: hearing && { ...hearing },
        judgment: judgment && { ...judgment },
        withdrawal: withdrawal && { ...withdrawal },
        cureReports: cureReports.map((report) => ({ ...report })),
      },
      nextAction: { ...nextAction },
      clock: new Date(caseTime),
      clockAheadMs: BigInt(Math.max(0, caseTime - now.getTime())),
      failedStep: failure?.step ?? null,
      ...retryAt(transition, now),
      updatedAt: now,
      ...(frozen && {
        gates: frozen.gates as unknown as Prisma.InputJsonObject,
        factsHash: frozen.factsHash,
        noticeFactsHash: frozen.noticeFactsHash,
        noticeFactsVersion: brief?.noticeFactsVersion ?? 0,
      }),
      ...(courtCaseNumber !== undefined && { courtCaseNumber }),
    },
  });
}

/** When the failed step is tried again, on the wall clock: told when it fails, and kept by whatever happens until then. */
function retryAt({ record: { failure }, events }: RecordedTransition, now: Date): { retryAt?: Date | null } {
  if (!failure || failure.forGood) return { retryAt: null };
  if (!events.some(({ action }) => action === 'job_failed')) return {};
  return { retryAt: new Date(now.getTime() + (retryDelaysMs[failure.attempt - 1] ?? 0)) };
}

const rejectionTexts = {
  missing_information: 'Required information is missing from the filing.',
  party_name: 'A party name does not match the complaint.',
  wrong_court: 'The filing was sent to the wrong court.',
  missing_document: 'A required document is missing.',
  fee: 'The filing fee is missing or wrong.',
  signature: 'A signature is missing.',
  other: 'The clerk returned the filing.',
} as const;
