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

/** Frozen with the facts at submit. */
export interface Frozen {
  gates: GateResults;
  factsHash: string;
  noticeFactsHash: string;
}

/** The case as a decision leaves it, and when. */
export interface DecidedRow {
  record: CaseRecord;
  stateBefore: State;
  /** Null where nobody commanded it. */
  commandId: string | null;
  /** Of the facts and uploads on which it was decided. */
  version: number;
  factsVersion: number;
  /** Epoch milliseconds on the case's clock, and on the database's. */
  caseTime: number;
  now: number;
  frozen: Frozen | null;
  /** Null where the documents stay as they are. */
  shownDocuments: string | null;
  /** It was decided because nobody had used the case for long, which has to be true of the row itself. */
  asIdle: boolean;
}

/**
 * Sets the row of the case to what was decided, unless it has changed since it was read, or its command can no longer be
 * decided: the part `moved` of a statement, which has one row or none.
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
    // Retention counts from the last change, and a message can be newer than what this was decided on.
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

/** Lets the moved case be found by the court's number. */
export function findByCourtNumber({ courtCaseNumber }: CaseRecord): Prisma.Sql {
  const lines = courtCaseNumber === null ? null : linesForSearch(courtCaseNumber);
  return Prisma.sql`findable AS (
    UPDATE "CaseSearch" SET "courtCaseNumber" = ${lines} FROM moved WHERE "CaseSearch"."caseId" = moved.id)`;
}

/** The columns that readers use, each a function of the record. */
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
