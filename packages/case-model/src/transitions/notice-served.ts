import { noticeDeadlines } from '@evict/jurisdictions';
import type { Deadline, IsoDate, ServiceMethod } from '../facts.ts';
import { isSandbox } from '../mode.ts';
import { noticePeriodEnd } from '../notice-period.ts';
import { rulesOf } from '../packs.ts';
import type { CaseRecord, RecordedDeadline, ServiceAttempt } from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { useApproval } from './filing.ts';
import type { GoverningService } from '../service-attempts.ts';

/** When a notice was served and, if reported, when its period ends by which law. */
type Service = Pick<GoverningService, 'servedDate' | 'expires' | 'citation'>;

/** Records the service of the notice and starts the notice period with its deadlines. */
export function noticeServed(turn: Turn, { method }: Pick<ServiceAttempt, 'method'>, service: Service): void {
  const { servedDate } = service;
  const { record } = turn;
  const { submission } = record;
  if (!submission) throw new Error('a notice is served after submit only');
  const { deadlines, expires } = noticePeriod(record, method, service);
  turn.emit('notice_served', {
    actor: turn.author,
    to: 'notice_served',
    detail: { method, servedDate },
    patch: { notice: { servedDate, method, expires, factsVersion: submission.noticeFactsVersion } },
  });
  useApproval(turn, 'notice');
  const governing = deadlines.find(({ date }) => date === expires);
  turn.emit('start_cure_period', {
    actor: 'platform',
    to: 'cure_period',
    detail: { deadline: expires, citation: governing?.citation ?? null },
    patch: { deadlines: withNoticeDeadlines(record, deadlines) },
  });
}

/** The deadlines of a notice replace those of an earlier one. */
export function withNoticeDeadlines({ deadlines }: CaseRecord, ofNotice: readonly Deadline[]): RecordedDeadline[] {
  return [...deadlines.filter(({ id, name }) => id !== undefined || !noticeDeadlineNames.includes(name)), ...ofNotice];
}

const periodDeadline = 'notice_expires';
const noticeDeadlineNames: readonly string[] = [periodDeadline, 'cares_notice_expires'];

/** Runs the notice period by the corrected dates. Before it has started there is nothing to restate. */
export function restateNotice(turn: Turn, service: Service): void {
  const { servedDate, expires } = service;
  const { notice } = turn.record;
  const isRunning = turn.record.state === 'cure_period' || turn.record.heldFrom === 'cure_period';
  if (!isRunning || !notice) return;
  const previous = turn.record.deadlines.find(({ id, name }) => id === undefined && name === periodDeadline);
  turn.restate('start_cure_period', {
    detail: {
      deadline: expires,
      citation: service.citation,
      servedDate,
      previousDeadline: notice.expires,
      previousServedDate: notice.servedDate,
      previousCitation: previous?.citation ?? null,
    },
    patch: {
      notice: { ...notice, servedDate, expires },
      deadlines: withNoticeDeadlines(turn.record, reportedDeadlines(service)),
    },
  });
}

/**
 * The deadlines that the rule pack computes. Without one, those that the attorney reported, because we compute no
 * state's law.
 */
export function noticePeriod(
  record: CaseRecord,
  method: ServiceMethod,
  service: Service,
): { deadlines: Deadline[]; expires: IsoDate | null } {
  const { submission } = record;
  const rules = rulesOf(record);
  if (rules && submission) {
    const { ground, caresCovered, leaseEndDate } = submission;
    return noticeDeadlines(rules, { ground, method, servedDate: service.servedDate, caresCovered, leaseEndDate });
  }
  return { deadlines: reportedDeadlines(service), expires: service.expires };
}

/** The end of the period, under the law that the attorney cites. */
function reportedDeadlines({ expires, citation }: Service): Deadline[] {
  return expires === null || citation === null ? [] : [{ name: periodDeadline, date: expires, citation }];
}

/** Ends the notice period of a live case, by its timer or by an operator, but never before its last day is over. */
export function endNoticePeriod(turn: Turn): Decision {
  if (isSandbox(turn.record) || !turn.can('cure_period_expired')) return refuse('invalid_transition');
  const end = noticePeriodEnd(turn.record);
  if (end !== null && turn.now < end) return refuse('period_running');
  return turn.emit('cure_period_expired', { actor: turn.author, to: 'filing_review' }).done();
}
