import {
  attention,
  type CaseRecord,
  type GateResults,
  isEngaged,
  isSandbox,
  needsDismissal,
  nextAction,
  type State,
  type StepName,
  waitOf,
} from '@evict/case-model';
import { Prisma } from '../generated/client.ts';
import { isIdleSql } from '../retention/due-cases.ts';
import { linesForSearch } from '../search-text.ts';
import { storedRecord } from './versions.ts';

/** What a submit freezes together with the facts. */
export interface Frozen {
  gates: GateResults;
  factsHash: string;
  noticeFactsHash: string;
}

/** The case as a decision leaves it, and when. */
export interface DecidedRow {
  record: CaseRecord;
  stateBefore: State;
  /** Null if no command caused the decision. */
  commandId: string | null;
  /** The version of the facts and uploads that the decision was based on. */
  version: number;
  factsVersion: number;
  /** Epoch milliseconds on the case's clock, and on the database's. */
  caseTime: number;
  now: number;
  frozen: Frozen | null;
  /** Null if the documents don't change. */
  shownDocuments: string | null;
  /** The decision ends a case that nobody has used for a long time. The row itself has to confirm that. */
  asIdle: boolean;
}

/**
 * Writes a decision to the row of its case, unless the row has changed since it was read or the command can no longer
 * be decided. This is the part `moved` of a statement; it has one row or none.
 */
export function moveCase(decided: DecidedRow): Prisma.Sql {
  const { record, stateBefore, commandId, version, factsVersion, caseTime, now, frozen, shownDocuments } = decided;
  const columns = {
    ...columnsOf(record),
    version: version + 1,
    clock: new Date(caseTime),
    clockAheadMs: Math.max(0, caseTime - now),
    dueAt: onWallClock(dueAtOf(record, caseTime), { caseTime, now }),
    retryAt: onWallClock(record.failure?.retryAt ?? null, { caseTime, now }),
    ...(shownDocuments !== null && { shownDocuments }),
    ...(frozen && { ...frozen, noticeFactsVersion: record.submission?.noticeFactsVersion ?? 0 }),
  };
  const returnsToDraft = !isSandbox(record) && record.state === 'draft' && stateBefore !== 'draft';
  const changes = [
    ...Object.keys(columns).map((column) => `"${column}" = changed."${column}"`),
    // Retention counts from the last change, and a message may be newer than what the decision was based on.
    '"updatedAt" = greatest("Case"."updatedAt", changed."updatedAt")',
    ...(returnsToDraft
      ? [`"beforeChanges" = jsonb_build_object('at', changed."updatedAt", 'facts', "Case".facts)`]
      : []),
  ];
  const written = { ...columns, updatedAt: new Date(now) };
  return Prisma.sql`moved AS (
    UPDATE "Case" SET ${Prisma.raw(changes.join(', '))}
    FROM jsonb_populate_record(NULL::"Case", ${JSON.stringify(written)}::jsonb) AS changed
    WHERE "Case".id = ${record.caseId} AND "Case".version = ${version}::int
      AND "Case"."factsVersion" = ${factsVersion}::int AND "Case"."erasedAt" IS NULL
      ${commandId === null ? Prisma.empty : Prisma.sql`AND EXISTS (SELECT FROM undecided)`}
      ${decided.asIdle ? Prisma.sql`AND ${Prisma.raw(isIdleSql('"Case"'))}` : Prisma.empty}
    RETURNING "Case".id)`;
}

/** Makes the case searchable by the court's case number. */
export function findByCourtNumber({ courtCaseNumber }: CaseRecord): Prisma.Sql {
  const lines = courtCaseNumber === null ? null : linesForSearch(courtCaseNumber);
  return Prisma.sql`findable AS (
    UPDATE "CaseSearch" SET "courtCaseNumber" = ${lines} FROM moved WHERE "CaseSearch"."caseId" = moved.id)`;
}

/** The columns that readers use. Each is derived from the record. */
function columnsOf(record: CaseRecord) {
  const { submission, notice, hearing, judgment, withdrawal, cureReports, failure, mailFailed, serviceAttempts } =
    record;
  const shownNotice = notice ?? submission?.priorNotice ?? null;
  return {
    state: record.state,
    heldFrom: record.heldFrom,
    attorneyId: record.attorneyId,
    attorneyAccepted: isEngaged(record),
    sequence: record.sequence,
    record: storedRecord(record),
    packVersions: submission?.packVersions ?? null,
    deadlines: record.deadlines,
    courtCaseNumber: record.courtCaseNumber,
    nextAction: nextAction(record),
    progress: {
      notice: shownNotice && {
        servedDate: shownNotice.servedDate,
        method: shownNotice.method,
        expires: shownNotice.expires,
      },
      hearing: hearing && { ...hearing },
      judgment: judgment && { ...judgment },
      withdrawal: withdrawal && {
        ...withdrawal,
        needsDismissal: needsDismissal(record),
        dismissedOn: record.dismissedOn,
      },
      cureReports: cureReports.map((report) => ({ ...report })),
      service: serviceAttempts.map(({ stage, partyIndex, status, method, servedDate }) => ({
        stage,
        partyIndex,
        status,
        method,
        servedDate,
      })),
    },
    needsAttention: attention(record).length > 0,
    failedStep: failure?.step ?? (mailFailed ? ('send_mail' satisfies StepName) : null),
  };
}

/** When something falls due by itself. At once where a bug keeps that from being known, so that the case is looked at. */
function dueAtOf(record: CaseRecord, caseTime: number): number | null {
  try {
    return waitOf(record, caseTime).dueAt;
  } catch {
    return caseTime;
  }
}

/** A time on the case's clock by the database's. `caseTime` and `now` are the same instant on both clocks. */
function onWallClock(time: number | null, { caseTime, now }: { caseTime: number; now: number }): Date | null {
  return time === null ? null : new Date(now + time - caseTime);
}
