import {
  type CaseRecord,
  type GateResults,
  isEngaged,
  needsDismissal,
  nextAction,
  type RecordedDeadline,
  reportedCitation,
  type StepFailure,
  type StepName,
  type Transition,
} from '@evict/case-model';
import { Prisma } from '../../generated/client.ts';
import type { CommandText } from '../authority/written-commands.ts';
import type { JudgmentAmounts } from './judgment.ts';

/** Frozen with the facts at submit. */
export interface Frozen {
  gates: GateResults;
  factsHash: string;
  noticeFactsHash: string;
}

interface Context {
  frozen: Frozen | undefined;
  courtCaseNumber: string | undefined;
  /** With the texts that were reported. */
  deadlines: readonly RecordedDeadline[];
  amounts: JudgmentAmounts;
  now: Date;
}

/** Updates the row of the case to its state after the transition: a part of the statement that records it. */
export function updateCaseRow(
  transition: Transition,
  { frozen, courtCaseNumber, deadlines, amounts, now }: Context,
): Prisma.Sql {
  const { caseId, record, caseTime } = transition;
  const row = {
    ...columnsOf(record, amounts),
    deadlines,
    nextAction: nextAction(record),
    clock: new Date(caseTime),
    clockAheadMs: Math.max(0, caseTime - now.getTime()),
    ...retryAt(transition, now),
    updatedAt: now,
    ...(frozen && { ...frozen, noticeFactsVersion: record.submission?.noticeFactsVersion ?? 0 }),
    ...(courtCaseNumber !== undefined && { courtCaseNumber }),
  };
  return Prisma.sql`updated AS (${updateColumns(caseId, row)})`;
}

/** Sets these columns of the case's row; its keys are names from this code. */
export function updateColumns(caseId: string, columns: object): Prisma.Sql {
  const changes = Object.keys(columns).map((column) => `"${column}" = changed."${column}"`);
  return Prisma.sql`
    UPDATE "Case" SET ${Prisma.raw(changes.join(', '))}
    FROM jsonb_populate_record(NULL::"Case", ${JSON.stringify(columns)}::jsonb) AS changed
    WHERE "Case".id = ${caseId}`;
}

/** The columns that follow from the record and the amounts of its judgment. */
export function columnsOf(record: CaseRecord, amounts: JudgmentAmounts) {
  const { submission, notice, hearing, judgment, withdrawal, cureReports, failure, mailFailed } = record;
  const shownNotice = notice ?? submission?.priorNotice ?? null;
  return {
    state: record.state,
    heldFrom: record.heldFrom,
    attorneyId: record.attorneyId,
    attorneyAccepted: isEngaged(record),
    sequence: record.sequence,
    record,
    packVersions: submission?.packVersions ?? null,
    progress: {
      notice: shownNotice && {
        servedDate: shownNotice.servedDate,
        method: shownNotice.method,
        expires: shownNotice.expires,
      },
      hearing: hearing && { ...hearing },
      judgment: judgment && { ...judgment, ...amounts },
      withdrawal: withdrawal && {
        ...withdrawal,
        needsDismissal: needsDismissal(record),
        dismissedOn: record.dismissedOn,
      },
      cureReports: cureReports.map((report) => ({ ...report })),
    },
    failedStep: failure?.step ?? (mailFailed ? ('send_mail' satisfies StepName) : null),
  };
}

/** Set when the step fails; other transitions keep it until the retry. */
function retryAt({ record: { failure }, events, caseTime }: Transition, now: Date): { retryAt?: Date | null } {
  const hasJustFailed = events.some(
    ({ action, detail }) => action === 'job_failed' && detail['step'] === failure?.step,
  );
  return failure && !hasJustFailed ? {} : { retryAt: onWallClock(failure, { caseTime, now }) };
}

/** When a failed step is retried, by the wall clock. `caseTime` and `now` are the same instant on both clocks. */
export function onWallClock(
  failure: StepFailure | null,
  { caseTime, now }: { caseTime: number; now: Date },
): Date | null {
  return failure?.retryAt ? new Date(now.getTime() + failure.retryAt - caseTime) : null;
}

/** What was reported of deadlines as text. */
interface ReportedTexts {
  /** The citation of the notice period that is stated now; undefined where none is. */
  noticeCitation?: string | undefined;
  /** The command and its text, where they are about a deadline of the attorney's own. */
  command?: Transition['command'];
  text?: Pick<CommandText, 'name' | 'citation'>;
}

/** The deadlines of a record with their texts: those given now, or else those kept in the row of the case. */
export function withReportedTexts(
  deadlines: readonly RecordedDeadline[],
  before: readonly RecordedDeadline[],
  { noticeCitation, command, text = {} }: ReportedTexts,
): RecordedDeadline[] {
  return deadlines.map((deadline) => {
    const { id, name, citation } = deadline;
    if (citation !== reportedCitation) return { ...deadline };
    const kept = before.find((one) => one.id === id && (id !== undefined || one.name === name));
    if (id === undefined) return { ...deadline, citation: noticeCitation ?? kept?.citation ?? citation };
    const isMeant = command?.kind === 'change_deadline' ? command.deadlineId === id : command?.kind === 'set_deadline';
    const given = isMeant && (!kept || command?.kind === 'change_deadline') ? text : {};
    return {
      ...deadline,
      name: given.name ?? kept?.name ?? name,
      citation: given.citation ?? kept?.citation ?? citation,
    };
  });
}
