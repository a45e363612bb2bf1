import { answerDue, dateOf, noticeDeadlines } from '@evict/jurisdictions';
import type { OperatorCommand } from '../commands.ts';
import type { Deadline, IsoDate, ServiceMethod } from '../facts.ts';
import { isApproved, type ServiceAttempt, type ServiceStage } from '../record.ts';
import { packOf } from '../packs.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { useApproval } from './filing.ts';

type RecordService = Extract<OperatorCommand, { kind: 'record_service' }>;

/** What operators report of service by the attorney's own process server (live cases). */
export function recordService(turn: Turn, command: RecordService): Decision {
  switch (command.status) {
    case 'pending':
      return startService(turn, command);
    case 'failed':
      return failService(turn, command);
    case 'served':
      return command.stage === 'notice' ? serveNotice(turn, command) : serveSummons(turn, command);
  }
}

/** Opens an attempt that waits for its result. */
export function openAttempt(turn: Turn, stage: ServiceStage, method: ServiceMethod): void {
  const attempt = { id: `att_${turn.uuid()}`, stage, method, status: 'pending', servedDate: null, failureReason: null };
  turn.patch({ serviceAttempts: [...turn.record.serviceAttempts, attempt as ServiceAttempt] });
}

export function pendingAttempt(turn: Turn, stage: ServiceStage): ServiceAttempt | undefined {
  return turn.record.serviceAttempts.findLast((attempt) => attempt.stage === stage && attempt.status === 'pending');
}

/** Ends the pending attempt of a stage. */
export function closeAttempt(turn: Turn, attempt: ServiceAttempt, result: Partial<ServiceAttempt>): void {
  const serviceAttempts = turn.record.serviceAttempts.map((one) =>
    one.id === attempt.id ? { ...one, ...result } : one,
  );
  turn.patch({ serviceAttempts });
}

/** The notice was served: the event, and at once the notice period with its deadlines. */
export function noticeServed(turn: Turn, attempt: ServiceAttempt, servedDate: IsoDate, reported: IsoDate | null): void {
  const { record } = turn;
  const { brief } = record;
  if (!brief) throw new Error('a notice is served after submit only');
  closeAttempt(turn, attempt, { status: 'served', servedDate });
  const { deadlines, expires } = noticePeriod(turn, attempt.method, servedDate, reported);
  turn.emit('notice_served', {
    actor: 'platform',
    to: 'notice_served',
    detail: { method: attempt.method, servedDate },
    patch: { notice: { servedDate, method: attempt.method, expires, factsVersion: brief.noticeFactsVersion } },
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

/** What an attorney names as the law of a deadline is text, which the read row has in the place of this. */
export const reportedCitation = 'As the attorney reports';

/** A new notice's take the place of those of a notice before it. */
const noticeDeadlineNames: readonly string[] = ['notice_expires', 'cares_notice_expires'];

/** The summons was served; in the sandbox the time to answer starts. */
export function summonsServed(turn: Turn, attempt: ServiceAttempt, servedDate: IsoDate): void {
  closeAttempt(turn, attempt, { status: 'served', servedDate });
  const { record } = turn;
  // A court that printed the hearing on the summons has already moved the case on: service is then rows alone.
  if (record.state !== 'summons_sent') return;
  const deadlines =
    record.mode === 'test'
      ? [...record.deadlines, answerDue(packOf(record), { servedDate, method: attempt.method })]
      : record.deadlines;
  turn.emit('summons_served', {
    actor: 'platform',
    to: 'summons_served',
    detail: { method: attempt.method, servedDate },
    patch: { deadlines },
  });
}

function startService(turn: Turn, { stage, method }: RecordService): Decision {
  const { record } = turn;
  const approvalStage = stage === 'notice' ? 'notice' : 'filing';
  const places =
    stage === 'notice' ? ['notice_approved', 'notice_sent'] : ['filing_accepted', 'summons_sent', 'hearing_scheduled'];
  if (!isApproved(record, approvalStage)) return refuse('guard_failed');
  if (!places.includes(record.state) || pendingAttempt(turn, stage)) return refuse('invalid_transition');
  openAttempt(turn, stage, method);
  if (record.state === 'notice_approved') turn.emit('send_notice', { actor: 'platform', to: 'notice_sent' });
  if (record.state === 'filing_accepted') turn.emit('send_summons', { actor: 'platform', to: 'summons_sent' });
  return turn.done();
}

function failService(turn: Turn, { stage }: RecordService): Decision {
  const attempt = pendingAttempt(turn, stage);
  if (!awaitsService(turn, stage) || !attempt) return refuse('invalid_transition');
  closeAttempt(turn, attempt, { status: 'failed' });
  return turn.emit('service_failed', { actor: 'platform', detail: { stage, method: attempt.method } }).done();
}

function serveNotice(turn: Turn, { date, expires }: RecordService): Decision {
  const attempt = pendingAttempt(turn, 'notice');
  if (!awaitsService(turn, 'notice') || !attempt) return refuse('invalid_transition');
  const servedDate = date ?? dateOf(turn.now);
  // No notice period ends before it begins.
  if (expires !== null && expires < servedDate) return refuse('guard_failed');
  noticeServed(turn, attempt, servedDate, expires);
  return turn.done();
}

function serveSummons(turn: Turn, { date }: RecordService): Decision {
  const attempt = pendingAttempt(turn, 'summons');
  if (!awaitsService(turn, 'summons') || !attempt) return refuse('invalid_transition');
  summonsServed(turn, attempt, date ?? dateOf(turn.now));
  return turn.done();
}

/** A case on hold waits for nothing: the result of service is reported once it is resumed. */
function awaitsService({ record }: Turn, stage: ServiceStage): boolean {
  if (stage === 'notice') return record.state === 'notice_sent';
  return record.state === 'summons_sent' || record.state === 'hearing_scheduled';
}

/** Sandbox: computed from the rule pack. Live: what the attorney reported; we compute no state law. */
function noticePeriod(
  { record }: Turn,
  method: ServiceMethod,
  servedDate: IsoDate,
  reported: IsoDate | null,
): { deadlines: Deadline[]; expires: IsoDate | null } {
  const { brief, mode } = record;
  if (mode === 'test' && brief) {
    const { ground, caresCovered, leaseEndDate } = brief;
    return noticeDeadlines(packOf(record), { ground, method, servedDate, caresCovered, leaseEndDate });
  }
  if (!reported) return { deadlines: [], expires: null };
  return { deadlines: [{ name: 'notice_expires', date: reported, citation: reportedCitation }], expires: reported };
}
