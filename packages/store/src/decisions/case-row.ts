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

/** The values that a submit freezes together with the facts. */
export interface Frozen {
  gates: GateResults;
  factsHash: string;
  noticeFactsHash: string;
}

/** A case after a decision, with the decision's times and the versions that it was based on. */
export interface DecidedRow {
  record: CaseRecord;
  stateBefore: State;
  /** Null if no command caused the decision. */
  commandId: string | null;
  /** The versions of the case, and of its facts and uploads, that the decision was based on. */
  version: number;
  factsVersion: number;
  /** The time of the decision in epoch milliseconds, on the case's clock and on the database's. */
  caseTime: number;
  now: number;
  frozen: Frozen | null;
  /** The new value of the column `shownDocuments`, or null if the documents don't change. */
  shownDocuments: string | null;
  /** Whether the decision withdraws an idle case. It is recorded only if the case is still idle. */
  asIdle: boolean;
}

/**
 * Returns the CTE `moved`, which writes a decision to its case's row. `moved` has no row if the case has changed since
 * it was read, or if the command can no longer be decided.
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
    // The time of the last change must not move back, because retention periods start with it. A message may have been
    // recorded after the time of this decision.
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

/** Returns the CTE that makes the case searchable by the court's case number. */
export function findByCourtNumber({ courtCaseNumber }: CaseRecord): Prisma.Sql {
  const lines = courtCaseNumber === null ? null : linesForSearch(courtCaseNumber);
  return Prisma.sql`findable AS (
    UPDATE "CaseSearch" SET "courtCaseNumber" = ${lines} FROM moved WHERE "CaseSearch"."caseId" = moved.id)`;
}

/** Derives the columns that readers use from the record. */
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

/**
 * Returns when the next step is due without a command, or null. If a bug prevents the calculation, returns the current
 * time, so that the case is looked at right away.
 */
function dueAtOf(record: CaseRecord, caseTime: number): number | null {
  try {
    return waitOf(record, caseTime).dueAt;
  } catch {
    return caseTime;
  }
}

/** Converts a time from the case's clock to the database's clock. `caseTime` and `now` are the same instant on both. */
function onWallClock(time: number | null, { caseTime, now }: { caseTime: number; now: number }): Date | null {
  return time === null ? null : new Date(now + time - caseTime);
}
