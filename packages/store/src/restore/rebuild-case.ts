import { type CaseRecord, type Deadline, governingService, isSandbox, nextAction } from '@evict/case-model';
import { Prisma } from '../generated/client.ts';
import { inTransaction, type Store } from '../database/store.ts';
import { columnsOf, updateColumns, onWallClock, withReportedTexts } from '../cases/recording/case-row.ts';
import { amountsIn } from '../cases/recording/judgment.ts';
import { reasonsOf } from '../cases/recording/court-rows.ts';
import type { Transaction } from '../database/transactions.ts';

interface LockedRow {
  updatedAt: Date;
  record: CaseRecord | null;
  deadlines: Deadline[];
  factsVersion: number;
  factsHash: string | null;
}

interface LoggedEvent {
  action: string;
  toState: string | null;
  sequence: number | null;
  detail: Record<string, unknown>;
  createdAt: Date;
}

/** What the workflow of a case knows, and when the row was last written before the workflow was asked. */
export interface KnownCase {
  record: CaseRecord | null;
  rowWritten: Date | null;
}

/**
 * `unclear`: neither row nor workflow matches the event log. `moved`: the case has changed since its workflow was
 * asked. Neither changes anything.
 */
export type Rebuilt = 'rebuilt' | 'unclear' | 'moved';

/**
 * Rebuilds the row of a case, its filings and its service attempts from the event log, for a table that was lost or
 * restored from before the log. The log has the progress of the case and the texts that Temporal must not see; the rest
 * comes from the record of the last transition, in the row or in the workflow. Facts, documents and notes exist nowhere
 * else and stay; if the facts are older than the last submit, the case is unclear. Envelope ids, reported reasons,
 * and texts of reported deadlines and of service attempts of lost rows cannot be restored.
 */
export async function rebuildCase(store: Store, caseId: string, known: KnownCase): Promise<Rebuilt> {
  return inTransaction(store, 'rebuildCase', caseId, async (transaction): Promise<Rebuilt> => {
    const [row] = await transaction.$queryRaw<LockedRow[]>`
      SELECT record, deadlines, "factsVersion", "factsHash", "updatedAt" FROM "Case" WHERE id = ${caseId} FOR UPDATE`;
    if (row && row.updatedAt.getTime() !== known.rowWritten?.getTime()) return 'moved';
    const events = (await transaction.caseEvent.findMany({
      where: { caseId, sequence: { not: null } },
      orderBy: { sequence: 'asc' },
      select: { action: true, toState: true, sequence: true, detail: true, createdAt: true },
    })) as LoggedEvent[];
    const record = row && recordOfLog(events, [known.record, row.record]);
    if (!row || !record || !hasFactsOf(row, record)) return 'unclear';
    await transaction.$executeRaw(updateColumns(caseId, rowOf(record, events, row.deadlines)));
    await transaction.$executeRaw`UPDATE "Case" SET "shownDocuments" = "documentsOf"(id) WHERE id = ${caseId}`;
    await rebuildAttempts(transaction, record, events);
    await rebuildFilings(transaction, record, events);
    return 'rebuilt';
  });
}

/** The record that the last event left. */
function recordOfLog(events: readonly LoggedEvent[], found: readonly (CaseRecord | null)[]): CaseRecord | undefined {
  const sequence = events.at(-1)?.sequence;
  const state = events.findLast(({ toState }) => toState !== null)?.toState;
  return found.find((one) => one?.sequence === sequence && one?.state === state) ?? undefined;
}

function hasFactsOf({ factsVersion, factsHash }: LockedRow, { submission }: CaseRecord): boolean {
  return submission === null || (factsHash !== null && factsVersion >= submission.factsVersion);
}

function rowOf(record: CaseRecord, events: readonly LoggedEvent[], deadlinesBefore: Deadline[]): object {
  const noticeCitation = citationOf(events);
  const courtCaseNumber = numberOf(events);
  const last = events.at(-1);
  return {
    ...columnsOf(record, record.judgment ? amountsIn(detailsOf(events, 'record_judgment').at(-1) ?? {}) : {}),
    deadlines: withReportedTexts(record.deadlines, deadlinesBefore, { noticeCitation }),
    nextAction: nextAction(record),
    courtCaseNumber,
    retryAt: retryAt(record, events),
    ...(last && { ...clockOf(last), updatedAt: last.createdAt }),
  };
}

/** The law that determines the notice period, as it was last stated. */
function citationOf(events: readonly LoggedEvent[]): string | undefined {
  const citation = detailsOf(events, 'start_cure_period').at(-1)?.['citation'];
  return typeof citation === 'string' ? citation : undefined;
}

/** The events of a sandbox case contain the time on its clock. */
function caseTimeOf({ detail: { caseTime }, createdAt }: LoggedEvent): Date {
  return typeof caseTime === 'string' ? new Date(caseTime) : createdAt;
}

function clockOf(event: LoggedEvent) {
  const clock = caseTimeOf(event);
  const { createdAt } = event;
  return { clock, clockAheadMs: Math.max(0, clock.getTime() - createdAt.getTime()) };
}

function retryAt({ failure }: CaseRecord, events: readonly LoggedEvent[]): Date | null {
  const failed = events.findLast(({ action, detail }) => action === 'job_failed' && detail['step'] === failure?.step);
  return failed ? onWallClock(failure, { caseTime: caseTimeOf(failed).getTime(), now: failed.createdAt }) : null;
}

/** The log does not contain the start of a live attempt: its row gets the time of the event that made it possible. */
async function rebuildAttempts(
  transaction: Transaction,
  record: CaseRecord,
  events: readonly LoggedEvent[],
): Promise<void> {
  const { caseId, serviceAttempts } = record;
  const endingId = governingService(record, 'notice')?.attemptId;
  const openings = { notice: openingsOf('notice', events), summons: openingsOf('summons', events) };
  for (const { id, stage, method, partyIndex, status, servedDate, expires, failureReason } of serviceAttempts) {
    const createdAt = openings[stage].shift() ?? events.at(-1)?.createdAt ?? new Date();
    const result = { status, servedDate, expires };
    const citation = id === endingId && !isSandbox(record) ? (citationOf(events) ?? null) : null;
    await transaction.serviceAttempt.upsert({
      where: { id },
      create: { id, caseId, stage, method, partyIndex, ...result, citation, failureReason, createdAt },
      update: result,
    });
  }
}

function openingsOf(stage: 'notice' | 'summons', events: readonly LoggedEvent[]): Date[] {
  // A service that was taken back opens no attempt.
  const isVoid = ({ voided, reason }: LoggedEvent['detail']) => voided === true || reason === 'service_voided';
  const opens = ({ action, detail }: LoggedEvent) =>
    !isVoid(detail) && (action === `send_${stage}` || (action === 'service_failed' && detail['stage'] === stage));
  return events.filter(opens).map(({ createdAt }) => createdAt);
}

async function rebuildFilings(
  transaction: Transaction,
  { caseId, filings }: CaseRecord,
  events: readonly LoggedEvent[],
): Promise<void> {
  const submitted = events.filter(({ action, detail }) => action === 'submit_filing' && detail['corrected'] !== true);
  for (const [index, filing] of filings.entries()) {
    const { id, status } = filing;
    const createdAt = submitted[index]?.createdAt ?? new Date();
    const courtCaseNumber = status === 'accepted' ? numberOf(events) : null;
    const rejectionReasons = status === 'rejected' ? reasonsOf(filing, {}) : Prisma.DbNull;
    await transaction.filing.upsert({
      where: { id },
      create: { id, caseId, status, courtCaseNumber, rejectionReasons, createdAt },
      update: { status, courtCaseNumber },
    });
  }
}

function numberOf(events: readonly LoggedEvent[]): string | null {
  const numbers = detailsOf(events, 'filing_accepted').map(({ courtCaseNumber }) => courtCaseNumber);
  // An amended complaint is often accepted under the number that the case has.
  return numbers.findLast((number) => typeof number === 'string') ?? null;
}

function detailsOf(events: readonly LoggedEvent[], action: string): Record<string, unknown>[] {
  return events.filter((event) => event.action === action).map(({ detail }) => detail);
}
