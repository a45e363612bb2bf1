import { answerDue, dateOf, noticeDeadlines } from '@evict/jurisdictions';
import type { Casework } from '../commands.ts';
import type { Deadline, IsoDate, ServiceMethod, ServiceStage } from '../facts.ts';
import { idOf } from '../ids.ts';
import { isSandbox } from '../mode.ts';
import { type CaseRecord, isApproved, type ServiceAttempt } from '../record.ts';
import { rulesOf } from '../packs.ts';
import { type Decision, refuse, type Turn, unapproved } from '../turn.ts';
import { useApproval } from './filing.ts';

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
      return command.stage === 'notice' ? serveNotice(turn, command) : serveSummons(turn, command);
  }
}

/** The notice period of a live case ends: on its reported date, or when operators report its end. */
function endNoticePeriod(turn: Turn): Decision {
  if (isSandbox(turn.record) || !turn.can('cure_period_expired')) return refuse('invalid_transition');
  return turn.emit('cure_period_expired', { actor: turn.author, to: 'filing_review' }).done();
}

/** Opens an attempt that waits for its result. */
export function openAttempt(turn: Turn, stage: ServiceStage, method: ServiceMethod): void {
  const id = idOf('serviceAttempt', turn.uuid());
  const attempt: ServiceAttempt = { id, stage, method, status: 'pending', servedDate: null, failureReason: null };
  turn.patch({ serviceAttempts: [...turn.record.serviceAttempts, attempt] });
}

export function pendingAttempt({ serviceAttempts }: CaseRecord, stage: ServiceStage): ServiceAttempt | undefined {
  return serviceAttempts.findLast((attempt) => attempt.stage === stage && attempt.status === 'pending');
}

/** Ends the pending attempt of a stage. */
export function closeAttempt(turn: Turn, attempt: ServiceAttempt, result: Partial<ServiceAttempt>): void {
  const serviceAttempts = turn.record.serviceAttempts.map((one) =>
    one.id === attempt.id ? { ...one, ...result } : one,
  );
  turn.patch({ serviceAttempts });
}

/** The notice was served: records the event and starts the notice period with its deadlines. */
export function noticeServed(turn: Turn, attempt: ServiceAttempt, servedDate: IsoDate, reported: IsoDate | null): void {
  const { record } = turn;
  const { submission } = record;
  if (!submission) throw new Error('a notice is served after submit only');
  closeAttempt(turn, attempt, { status: 'served', servedDate });
  const { deadlines, expires } = noticePeriod(turn, attempt.method, servedDate, reported);
  turn.emit('notice_served', {
    actor: turn.author,
    to: 'notice_served',
    detail: { method: attempt.method, servedDate },
    patch: { notice: { servedDate, method: attempt.method, expires, factsVersion: submission.noticeFactsVersion } },
  });
  useApproval(turn, 'notice');
  const governing = deadlines.find(({ date }) => date === expires);
  turn.emit('start_cure_period', {
    actor: 'platform',
    to: 'cure_period',
    detail: { deadline: expires, citation: governing?.citation ?? null },
    patch: { deadlines: [...record.deadlines.filter(({ name }) => !noticeDeadlineNames.includes(name)), ...deadlines] },
  });
}

/** A placeholder: the law that an attorney cites is text, and stands only in the read row. */
export const reportedCitation = 'As the attorney reports';

/** The deadlines of a new notice replace those of an earlier one. */
const noticeDeadlineNames: readonly string[] = ['notice_expires', 'cares_notice_expires'];

/** The summons was served; under a rule pack the deadline to answer starts. */
export function summonsServed(turn: Turn, attempt: ServiceAttempt, servedDate: IsoDate): void {
  closeAttempt(turn, attempt, { status: 'served', servedDate });
  // Where the summons carries the hearing date, the case has already moved on: only the attempt is updated.
  if (!turn.can('summons_served')) return;
  const { record } = turn;
  const rules = rulesOf(record);
  const deadlines = rules
    ? [...record.deadlines, answerDue(rules, { servedDate, method: attempt.method })]
    : record.deadlines;
  turn.emit('summons_served', {
    actor: turn.author,
    to: 'summons_served',
    detail: { method: attempt.method, servedDate },
    patch: { deadlines },
  });
}

function startService(turn: Turn, { stage, method }: RecordService): Decision {
  const sends = stage === 'notice' ? 'send_notice' : 'send_summons';
  const approvedBy = stage === 'notice' ? 'notice' : 'filing';
  if (!isApproved(turn.record, approvedBy)) return refuse(unapproved[approvedBy]);
  if (pendingAttempt(turn.record, stage)) return refuse('invalid_transition');
  const isFirst = turn.can(sends);
  if (!isFirst && !awaitsService(turn, stage)) return refuse('invalid_transition');
  openAttempt(turn, stage, method);
  if (isFirst) turn.emit(sends, { actor: turn.author, to: stage === 'notice' ? 'notice_sent' : 'summons_sent' });
  return turn.done();
}

function failService(turn: Turn, { stage }: RecordService): Decision {
  const attempt = pendingAttempt(turn.record, stage);
  if (!awaitsService(turn, stage) || !attempt) return refuse('invalid_transition');
  closeAttempt(turn, attempt, { status: 'failed' });
  return turn.emit('service_failed', { actor: turn.author, detail: { stage, method: attempt.method } }).done();
}

function serveNotice(turn: Turn, { date, expires }: RecordService): Decision {
  const attempt = pendingAttempt(turn.record, 'notice');
  if (!awaitsService(turn, 'notice') || !attempt) return refuse('invalid_transition');
  const servedDate = date ?? dateOf(turn.now);
  // A notice period cannot end before it starts.
  if (expires !== null && expires < servedDate) return refuse('period_before_service');
  noticeServed(turn, attempt, servedDate, expires);
  return turn.done();
}

function serveSummons(turn: Turn, { date }: RecordService): Decision {
  const attempt = pendingAttempt(turn.record, 'summons');
  if (!awaitsService(turn, 'summons') || !attempt) return refuse('invalid_transition');
  summonsServed(turn, attempt, date ?? dateOf(turn.now));
  return turn.done();
}

/** The result of service cannot be reported while the case is on hold. */
function awaitsService(turn: Turn, stage: ServiceStage): boolean {
  if (stage === 'notice') return turn.can('notice_served');
  return turn.can('summons_served') || turn.record.state === 'hearing_scheduled';
}

/** Computed by the rule pack; without one, as the attorney reported them: we compute no state's law. */
function noticePeriod(
  { record }: Turn,
  method: ServiceMethod,
  servedDate: IsoDate,
  reported: IsoDate | null,
): { deadlines: Deadline[]; expires: IsoDate | null } {
  const { submission } = record;
  const rules = rulesOf(record);
  if (rules && submission) {
    const { ground, caresCovered, leaseEndDate } = submission;
    return noticeDeadlines(rules, { ground, method, servedDate, caresCovered, leaseEndDate });
  }
  if (!reported) return { deadlines: [], expires: null };
  return { deadlines: [{ name: 'notice_expires', date: reported, citation: reportedCitation }], expires: reported };
}
