import { attemptsOfRound, governingService, isServed, serviceApproval, serviceCounts } from '../service-attempts.ts';
import {
  awaitsFirstService,
  closeAttempt,
  completeService,
  openAttempt,
  serviceDateRefusal,
} from '../transitions/service.ts';
import { restateNotice } from '../transitions/notice-served.ts';
import type { IsoDate, ServiceMethod, ServiceStage } from '../facts.ts';
import { type CaseRecord, type ServiceAttempt } from '../record.ts';
import { isApproved } from '../approvals.ts';
import type { State } from '../states.ts';
import { type Decision, refuse, type Turn, unapproved } from '../turn.ts';
import { defineCommand, type Fault, type FaultContext } from './command.ts';
import { dayFaults, misplaced, missing, orderFault } from './faults.ts';
import { choice, day, flag, index, neededWhen, optional, optionalWhen, text } from './field.ts';

interface RecordService {
  readonly kind: 'record_service';
  readonly stage: ServiceStage;
  readonly status: 'pending' | 'served' | 'failed';
  readonly method: ServiceMethod;
  /** The defendant, by index in the parties. If absent, the attempt covers everyone who has to be served. */
  readonly partyIndex?: number;
  /** The day of service. Only for `served`. */
  readonly date: IsoDate | null;
  /** For a served notice: the last day of the notice period, as reported by the attorney, and the law that sets it. */
  readonly expires: IsoDate | null;
  readonly citation?: string;
  /** Only for `failed`. */
  readonly failureReason?: string;
  /** Only for `served`: the attorney continues without serving the other defendants. */
  readonly restNotNeeded?: true;
}

const methodNames = {
  personal: 'Delivered in person',
  substitute: 'Left with another person',
  posting: 'Posted',
  certified_mail: 'Certified mail',
  first_class_mail: 'First-class mail',
  posting_and_mail: 'Posted and mailed',
} as const satisfies Record<ServiceMethod, string>;

/** The states in which service of each paper can be reported. */
const states = {
  notice: ['notice_approved', ...serviceCounts.notice],
  summons: ['filing_accepted', ...serviceCounts.summons],
} as const satisfies Record<ServiceStage, readonly State[]>;

const servedNotice = { status: ['served'], stage: ['notice'] };

/** Reports service by the attorney's process server. Only for live cases. */
export const recordService = defineCommand<RecordService>()({
  authors: ['attorney', 'operator'],
  description:
    'Records an attempt at service: first sent out, then served or failed. The last date of service governs.',
  fields: {
    stage: choice('Paper', { notice: 'Notice', summons: 'Summons' }, 'What is served.', states),
    status: choice(
      'Result',
      { pending: 'Sent out', served: 'Served', failed: 'Failed' },
      '`pending` reports that the paper goes out; `served` and `failed` report the result of the pending attempt.',
    ),
    method: choice('Method', methodNames, 'How it is served. A result must have the method of its pending attempt.'),
    partyIndex: optional(
      index(
        'Defendant',
        'The index of the defendant in `data.parties`. If it is left out, the attempt covers every defendant. A result must have the index of its pending attempt.',
      ),
    ),
    servedDate: neededWhen(
      { status: ['served'] },
      day('Date of service', 'The date of service. Required with `served`; not in the future.'),
    ),
    expires: neededWhen(
      servedNotice,
      day('Last day of the period', 'The last day of the notice period. Required with a served notice.'),
    ),
    citation: neededWhen(
      servedNotice,
      text('Citation', 200, 'The law that sets `expires`. Required with a served notice.'),
    ),
    restNotNeeded: optionalWhen(
      { status: ['served'] },
      flag(
        'Skip remaining defendants',
        'Only with `served`: the remaining defendants need no service, and the case moves on.',
      ),
    ),
    failureReason: optionalWhen({ status: ['failed'] }, text('Why it failed', 1000, 'Only with `failed`.')),
  },
  example: {
    stage: 'notice',
    status: 'served',
    method: 'personal',
    servedDate: '2026-07-02',
    expires: '2026-07-16',
    citation: 'Md. Code, Real Prop. § 8-401',
  },
  route: {
    operationId: 'reportService',
    title: 'Report service',
    method: 'POST',
    path: '/service-attempts',
    schema: 'ServiceReport',
    description:
      'A paper is sent out only under a current approval of its exact bytes; otherwise 409 `guard_failed`. The case moves on once every defendant has been served, or with `restNotNeeded`. The last date of service governs, and for a notice the last `expires`. Later service is recorded without a state change; its `expires` can extend a running notice period.',
  },
  states: [...states.notice, ...states.summons],
  continues: 'serviceAttempts',
  read: ({ servedDate: date = null, expires = null, restNotNeeded, ...given }) => ({
    date,
    expires,
    ...given,
    ...(restNotNeeded === true && { restNotNeeded }),
  }),
  faults: serviceFaults,
  decide(turn, command) {
    switch (command.status) {
      case 'pending':
        return startService(turn, command);
      case 'failed':
        return failService(turn, command);
      case 'served':
        return serve(turn, command);
    }
  },
});

function serviceFaults(body: RecordService, context: FaultContext): (Fault | false | undefined)[] {
  const { stage, status, date, expires, citation, restNotNeeded, failureReason } = body;
  const isDone = status === 'served';
  const isServedNotice = stage === 'notice' && isDone;
  return [
    ...lackingOf(body),
    !isDone && date !== null && misplaced('servedDate', 'Only allowed if `status` is `served`.'),
    !isServedNotice && expires !== null && misplaced('expires', 'Only allowed for a served notice.'),
    !isServedNotice && citation !== undefined && misplaced('citation', 'Only allowed for a served notice.'),
    orderFault(expires, date),
    !isDone && restNotNeeded === true && misplaced('restNotNeeded', 'Only allowed if `status` is `served`.'),
    status !== 'failed' &&
      failureReason !== undefined &&
      misplaced('failureReason', 'Only allowed if `status` is `failed`.'),
    partyFault(body, context),
    ...(isDone ? dayFaults('servedDate', date, context) : []),
  ];
}

/**
 * Returns faults for missing details of a completed service: its date and, for a notice, the end of the period and the
 * law that sets it.
 */
function lackingOf({ stage, status, date, expires, citation }: RecordService): Fault[] {
  if (status !== 'served') return [];
  const isNotice = stage === 'notice';
  return [
    ...(date === null ? [missing('servedDate', 'Required if `status` is `served`.')] : []),
    ...(isNotice && expires === null ? [missing('expires', 'Required for a served notice.')] : []),
    ...(isNotice && citation === undefined ? [missing('citation', 'Required for a served notice.')] : []),
  ];
}

function partyFault({ partyIndex }: RecordService, { record }: FaultContext): Fault | undefined {
  if (!record?.submission || isDefendant(record, partyIndex)) return undefined;
  return { path: 'partyIndex', code: 'no_defendant', message: 'Must be the index of a defendant.' };
}

/** Limits the size of the case record. */
const maxAttempts = 100;

function startService(turn: Turn, { stage, method, partyIndex }: RecordService): Decision {
  const { record } = turn;
  const sends = stage === 'notice' ? 'send_notice' : 'send_summons';
  const approvedBy = serviceApproval[stage];
  if (!isApproved(record, approvedBy)) return refuse(unapproved[approvedBy]);
  if (!isDefendant(record, partyIndex)) return refuse('no_defendant');
  if (record.serviceAttempts.length >= maxAttempts) return refuse('too_many_attempts');
  const isFirst = record.state === (stage === 'notice' ? 'notice_approved' : 'filing_accepted');
  const refused = turn.refusal(sends);
  if (isFirst ? refused !== null : !awaitsService(turn, stage)) return refuse(refused ?? 'invalid_transition');
  // Each defendant can have only one pending attempt.
  const overlaps = (attempt: ServiceAttempt) =>
    attempt.status === 'pending' &&
    (partyIndex === undefined || attempt.partyIndex === null || attempt.partyIndex === partyIndex);
  if (attemptsOfRound(record, stage).some(overlaps)) return refuse('invalid_transition');
  openAttempt(turn, stage, method, { partyIndex: partyIndex ?? null, isFirst });
  if (isFirst) turn.emit(sends, { actor: turn.author, to: stage === 'notice' ? 'notice_sent' : 'summons_sent' });
  return turn.done();
}

function failService(turn: Turn, report: RecordService): Decision {
  const attempt = reportedAttempt(turn, report);
  if (attempt === null) return refuse('invalid_transition');
  const { stage, method, partyIndex } = attempt;
  if (method !== report.method) return refuse('other_method');
  closeAttempt(turn, attempt, { status: 'failed', failureReason: report.failureReason ?? null });
  const party = partyIndex === null ? {} : { partyIndex };
  return turn.emit('service_failed', { actor: turn.author, detail: { stage, method, ...party } }).done();
}

/**
 * Records that a paper was served. The stage moves on once every defendant has been served, or the attorney reports
 * that the others don't need to be. The last date of service and the latest end of a notice period govern. Later
 * service is recorded too: while the notice period runs, a later end extends it, and the last defendant can still be
 * served with the summons after the hearing is set.
 */
function serve(turn: Turn, report: RecordService): Decision {
  const { stage, date, expires, citation } = report;
  const attempt = reportedAttempt(turn, report);
  if (attempt === null) return refuse('invalid_transition');
  if (date === null || lackingOf(report).length > 0) return refuse('service_dates_missing');
  const misdated = serviceDateRefusal(turn, stage, { servedDate: date, expires });
  if (misdated !== null) return refuse(misdated);
  if (attempt.method !== report.method) return refuse('other_method');
  const isFirst = awaitsFirstService(turn, stage);
  const wasServed = isServed(turn.record, stage);
  const rest = report.restNotNeeded ? ({ restNotNeeded: true } as const) : {};
  closeAttempt(turn, attempt, {
    status: 'served',
    servedDate: date,
    ...(stage === 'notice' && { expires, citation: citation ?? null }),
    ...rest,
  });
  const isLastOfLate = stage === 'summons' && !isFirst && !wasServed;
  if ((isFirst || isLastOfLate) && isServed(turn.record, stage)) completeService(turn, attempt);
  else if (stage === 'notice' && !isFirst) extendNotice(turn);
  return turn.done();
}

/** Extends the running notice period if a later service requires it. Never shortens it. */
function extendNotice(turn: Turn): void {
  const governing = governingService(turn.record, 'notice');
  const { notice } = turn.record;
  if (!governing?.expires || !notice) return;
  const isLater = governing.expires > (notice.expires ?? '') || governing.servedDate > notice.servedDate;
  if (isLater && governing.expires >= (notice.expires ?? '')) restateNotice(turn, governing);
}

/** Returns the pending attempt that the report is about. Null if there is none, or if service can't be reported now. */
function reportedAttempt(turn: Turn, { stage, partyIndex }: RecordService): ServiceAttempt | null {
  if (!awaitsService(turn, stage)) return null;
  const isMeant = (one: ServiceAttempt) => one.status === 'pending' && one.partyIndex === (partyIndex ?? null);
  return attemptsOfRound(turn.record, stage).find(isMeant) ?? null;
}

function isDefendant({ submission }: CaseRecord, partyIndex: number | undefined): boolean {
  return partyIndex === undefined || (submission?.defendants.includes(partyIndex) ?? false);
}

/**
 * Whether service of the paper can be reported in the case's current state. If the case has already moved past that
 * service, a report is recorded but doesn't change the state. While the case is on hold, reports are refused.
 */
function awaitsService({ record: { state } }: Turn, stage: ServiceStage): boolean {
  return serviceCounts[stage].includes(state);
}
