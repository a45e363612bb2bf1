import { noticeDeadlines } from '@evict/jurisdictions';
import type { Deadline, IsoDate, ServiceMethod } from '../facts.ts';
import { isSandbox } from '../mode.ts';
import { noticePeriodEnd } from '../notice-period.ts';
import { rulesOf } from '../packs.ts';
import type { CaseRecord, RecordedDeadline, ServiceAttempt } from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { useApproval } from './filing.ts';
import type { GoverningService } from '../service-attempts.ts';

/** The date of service of a notice and, if reported, the end of its period and the law that sets it. */
type Service = Pick<GoverningService, 'servedDate' | 'expires' | 'citation'>;

/** Records the service of the notice and starts the notice period with its deadlines. */
export function noticeServed(turn: Turn, { method }: Pick<ServiceAttempt, 'method'>, service: Service): void {
  const { servedDate } = service;
  const { record } = turn;
  const { submission } = record;
  if (!submission) throw new Error('a notice can be served only after the case was submitted');
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

/** Returns the case's deadlines, with those of a new notice in place of an earlier one's. */
export function withNoticeDeadlines({ deadlines }: CaseRecord, ofNotice: readonly Deadline[]): RecordedDeadline[] {
  return [...deadlines.filter(({ id, name }) => id !== undefined || !noticeDeadlineNames.includes(name)), ...ofNotice];
}

const periodDeadline = 'notice_expires';
const noticeDeadlineNames: readonly string[] = [periodDeadline, 'cares_notice_expires'];

/** Restates the notice period with corrected dates. Does nothing if the period isn't running. */
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
 * Returns the deadlines and the end of the notice period. A rule pack computes them. Without one, they are as the
 * attorney reported them, because we don't compute any state's law.
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

/**
 * Returns the reported end of the period as a deadline, under the law that the attorney cites. Empty if none was
 * reported.
 */
function reportedDeadlines({ expires, citation }: Service): Deadline[] {
  return expires === null || citation === null ? [] : [{ name: periodDeadline, date: expires, citation }];
}

/**
 * Ends the notice period of a live case, when its timer fires or an operator asks for it. Refused until the reported
 * last day is over.
 */
export function endNoticePeriod(turn: Turn): Decision {
  if (isSandbox(turn.record) || !turn.can('cure_period_expired')) return refuse('invalid_transition');
  const end = noticePeriodEnd(turn.record);
  if (end !== null && turn.now < end) return refuse('period_running');
  return turn.emit('cure_period_expired', { actor: turn.author, to: 'filing_review' }).done();
}
