import { answerDue, dateOf } from '@evict/jurisdictions';
import type { Casework } from '../commands.ts';
import type { IsoDate, ServiceMethod, ServiceStage } from '../facts.ts';
import { idOf } from '../ids.ts';
import { isSandbox } from '../mode.ts';
import { noticePeriodEnd } from '../notice-period.ts';
import { type CaseRecord, isApproved, type ServiceAttempt, type Stage } from '../record.ts';
import type { RefusalCode } from '../refusals.ts';
import { rulesOf } from '../packs.ts';
import type { State } from '../states.ts';
import { type Decision, refuse, type Turn, unapproved } from '../turn.ts';
import { noticeServed, restateNotice } from './notice-served.ts';

export const serviceCommands = {
  record_service: recordService,
  expire_notice: endNoticePeriod,
  end_notice_period: endNoticePeriod,
};

type RecordService = Extract<Casework, { kind: 'record_service' }>;

/** Reports service by the attorney's process server (live cases). */
function recordService(turn: Turn, command: RecordService): Decision {
  switch (command.status) {
    case 'pending':
      return startService(turn, command);
    case 'failed':
      return failService(turn, command);
    case 'served':
      return serve(turn, command);
  }
}

/** The notice period of a live case ends, by its timer or by operators: never before its last day is over. */
function endNoticePeriod(turn: Turn): Decision {
  if (isSandbox(turn.record) || !turn.can('cure_period_expired')) return refuse('invalid_transition');
  const end = noticePeriodEnd(turn.record);
  if (end !== null && turn.now < end) return refuse('period_running');
  return turn.emit('cure_period_expired', { actor: turn.author, to: 'filing_review' }).done();
}

/** Opens an attempt that waits for its result. */
export function openAttempt(
  turn: Turn,
  stage: ServiceStage,
  method: ServiceMethod,
  { partyIndex = null, isFirst = false }: { partyIndex?: number | null; isFirst?: boolean } = {},
): void {
  const { serviceAttempts } = turn.record;
  const started = serviceAttempts.length;
  const round = isFirst ? started : (currentRound(turn.record, stage) ?? started);
  const id = idOf('serviceAttempt', turn.uuid());
  const none = { servedDate: null, expires: null, citation: null, failureReason: null } as const;
  turn.patch({
    serviceAttempts: [...serviceAttempts, { id, stage, method, partyIndex, status: 'pending', ...none, round }],
  });
}

export function pendingAttempt({ serviceAttempts }: CaseRecord, stage: ServiceStage): ServiceAttempt | undefined {
  return serviceAttempts.findLast((attempt) => attempt.stage === stage && attempt.status === 'pending');
}

/** The attempts of a stage since its paper was last sent out. */
export function attemptsOfRound(record: CaseRecord, stage: ServiceStage): ServiceAttempt[] {
  const round = currentRound(record, stage);
  return record.serviceAttempts.filter((attempt) => attempt.stage === stage && attempt.round === round);
}

function currentRound({ serviceAttempts }: CaseRecord, stage: ServiceStage): number | undefined {
  return serviceAttempts.findLast((attempt) => attempt.stage === stage)?.round;
}

/** Records the result of an attempt, or puts it right. */
export function closeAttempt(turn: Turn, attempt: ServiceAttempt, result: Partial<ServiceAttempt>): void {
  const serviceAttempts = turn.record.serviceAttempts.map((one) =>
    one.id === attempt.id ? { ...one, ...result } : one,
  );
  turn.patch({ serviceAttempts });
}

/** Attempts whose result no longer matters, because the paper is reviewed anew. */
export function giveUpPending(turn: Turn, stage: ServiceStage): void {
  for (const attempt of attemptsOfRound(turn.record, stage).filter(({ status }) => status === 'pending'))
    closeAttempt(turn, attempt, { status: 'failed', failureReason: 'Given up: the case is reviewed anew' });
}

/** The summons was served; under a rule pack the deadline to answer starts. */
export function summonsServed(turn: Turn, { method }: Pick<ServiceAttempt, 'method'>, servedDate: IsoDate): void {
  // Where the summons carries the hearing date, the case has already moved on: only the attempt is updated.
  if (!turn.can('summons_served')) return;
  const { record } = turn;
  const rules = rulesOf(record);
  const deadlines = rules ? [...record.deadlines, answerDue(rules, { servedDate, method })] : record.deadlines;
  turn.emit('summons_served', {
    actor: turn.author,
    to: 'summons_served',
    detail: { method, servedDate },
    patch: { deadlines },
  });
}

/** A record has a bound. */
const maxAttempts = 100;

function startService(turn: Turn, { stage, method, partyIndex }: RecordService): Decision {
  const { record } = turn;
  const sends = stage === 'notice' ? 'send_notice' : 'send_summons';
  const approvedBy = approvalOf[stage];
  if (!isApproved(record, approvedBy)) return refuse(unapproved[approvedBy]);
  if (!isDefendant(record, partyIndex)) return refuse('no_defendant');
  if (record.serviceAttempts.length >= maxAttempts) return refuse('too_many_attempts');
  const isFirst = record.state === (stage === 'notice' ? 'notice_approved' : 'filing_accepted');
  const refused = turn.refusal(sends);
  if (isFirst ? refused !== null : !awaitsService(turn, stage)) return refuse(refused ?? 'invalid_transition');
  // One attempt at a time for each defendant.
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
 * The stage moves on when every defendant has been served, or the attorney says that the rest is not needed; the last
 * day of service governs, and the last end. Later service is recorded; while the notice period runs, its end moves it.
 */
function serve(turn: Turn, report: RecordService): Decision {
  const { stage, date, expires, citation } = report;
  const attempt = reportedAttempt(turn, report);
  if (attempt === null) return refuse('invalid_transition');
  if (date === null || lacksPeriod(report)) return refuse('service_dates_missing');
  const misdated = serviceDateRefusal(turn, stage, { servedDate: date, expires });
  if (misdated !== null) return refuse(misdated);
  if (attempt.method !== report.method) return refuse('other_method');
  const isFirst = awaitsFirstService(turn, stage);
  const rest = report.restNotNeeded ? ({ restNotNeeded: true } as const) : {};
  closeAttempt(turn, attempt, {
    status: 'served',
    servedDate: date,
    ...(stage === 'notice' && { expires, citation: citation ?? null }),
    ...rest,
  });
  if (isFirst && isServed(turn.record, stage)) completeService(turn, attempt);
  else if (stage === 'notice' && !isFirst) extendNotice(turn);
  return turn.done();
}

/** Whether a served notice is reported without the end of its period, or without the law that determines it. */
function lacksPeriod({ stage, expires, citation }: RecordService): boolean {
  return stage === 'notice' && (expires === null || citation === undefined);
}

/** Whoever has to be served has been: the stage moves on by the dates that govern. */
export function completeService(turn: Turn, { stage, method }: ServiceAttempt): void {
  const governing = governingService(turn.record, stage);
  if (governing === null) throw new Error('nobody was served');
  if (stage === 'notice') noticeServed(turn, { method }, governing);
  else summonsServed(turn, { method }, governing.servedDate);
}

/** A later service never shortens the period that runs. */
function extendNotice(turn: Turn): void {
  const governing = governingService(turn.record, 'notice');
  const { notice } = turn.record;
  if (!governing?.expires || !notice) return;
  const isLater = governing.expires > (notice.expires ?? '') || governing.servedDate > notice.servedDate;
  if (isLater && governing.expires >= (notice.expires ?? '')) restateNotice(turn, governing);
}

/**
 * Why a day of service cannot be, as people report it: it is in the future, before the approval of what was served, or
 * after the end of the period. Days are compared as widely as the time zones of the United States allow.
 */
export function serviceDateRefusal(
  turn: Turn,
  stage: ServiceStage,
  { servedDate, expires }: { servedDate: IsoDate; expires: IsoDate | null },
): RefusalCode | null {
  const approval = turn.record.approvals[approvalOf[stage]];
  if (servedDate > dateOf(turn.now)) return 'service_in_future';
  if (approval && servedDate < approval.givenOn) return 'served_before_approval';
  return expires !== null && expires < servedDate ? 'period_before_service' : null;
}

/** The stage whose approval covers what is served. */
const approvalOf = { notice: 'notice', summons: 'filing' } as const satisfies Record<ServiceStage, Stage>;

/** The pending attempt that the report is about; null if there is none, or the case does not wait for it now. */
function reportedAttempt(turn: Turn, { stage, partyIndex }: RecordService): ServiceAttempt | null {
  if (!awaitsService(turn, stage)) return null;
  const isMeant = (one: ServiceAttempt) => one.status === 'pending' && one.partyIndex === (partyIndex ?? null);
  return attemptsOfRound(turn.record, stage).find(isMeant) ?? null;
}

/** Whether service has reached every defendant who has to be served. */
export function isServed(record: CaseRecord, stage: ServiceStage): boolean {
  const reached = attemptsOfRound(record, stage).filter(({ status }) => status === 'served');
  const isReached = (index: number) => reached.some(({ partyIndex }) => partyIndex === null || partyIndex === index);
  const isEveryone = reached.some(({ partyIndex, restNotNeeded }) => partyIndex === null || restNotNeeded);
  return isEveryone || (record.submission?.defendants ?? []).every(isReached);
}

/**
 * Whether a hearing is set while the summons that was sent out has not been served: its service was taken back or failed,
 * and no other is under way.
 */
export function isSummonsUnserved(record: CaseRecord): boolean {
  if ((record.heldFrom ?? record.state) !== 'hearing_scheduled' || isSandbox(record)) return false;
  const attempts = attemptsOfRound(record, 'summons');
  const isUnderWay = attempts.some(({ status }) => status === 'pending');
  return attempts.length > 0 && !isUnderWay && !isServed(record, 'summons');
}

/** The last day of service and the last end of the notice period, with the attempt that ends it and its law. */
export interface GoverningService {
  servedDate: IsoDate;
  expires: IsoDate | null;
  citation: string | null;
  attemptId: string;
}

/** What governs where several defendants are served on several days: the last dates. Null: nobody was served. */
export function governingService(record: CaseRecord, stage: ServiceStage): GoverningService | null {
  const served = attemptsOfRound(record, stage).filter(({ status }) => status === 'served');
  const servedDate = served.reduce<IsoDate | null>((last, one) => later(last, one.servedDate), null);
  const expires = served.reduce<IsoDate | null>((last, one) => later(last, one.expires), null);
  const ending = served.findLast((one) => one.expires === expires);
  if (servedDate === null || !ending) return null;
  return { servedDate, expires, citation: ending.citation, attemptId: ending.id };
}

function later(a: IsoDate | null, b: IsoDate | null): IsoDate | null {
  return a === null || (b !== null && b > a) ? b : a;
}

function isDefendant({ submission }: CaseRecord, partyIndex: number | undefined): boolean {
  return partyIndex === undefined || (submission?.defendants.includes(partyIndex) ?? false);
}

/** Whether the stage waits for its service, so that it moves on when everybody has been served. */
export function awaitsFirstService(turn: Turn, stage: ServiceStage): boolean {
  return turn.can(stage === 'notice' ? 'notice_served' : 'summons_served');
}

/** Where service is reported: also after the stage has moved on, as a row, but never while the case is on hold. */
function awaitsService({ record: { state } }: Turn, stage: ServiceStage): boolean {
  return serviceStates[stage].includes(state);
}

const serviceStates: Record<ServiceStage, readonly State[]> = {
  notice: ['notice_sent', 'cure_period'],
  summons: ['summons_sent', 'summons_served', 'hearing_scheduled'],
};
