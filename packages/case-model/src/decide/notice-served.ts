import { noticeDeadlines } from '@evict/jurisdictions';
import type { Deadline, IsoDate, ServiceMethod } from '../facts.ts';
import { rulesOf } from '../packs.ts';
import type { CaseRecord, RecordedDeadline, ServiceAttempt } from '../record.ts';
import type { Turn } from '../turn.ts';
import { useApproval } from './filing.ts';
import type { GoverningService } from './service.ts';

/** The notice was served: records the event and starts the notice period with its deadlines. */
export function noticeServed(
  turn: Turn,
  { method }: Pick<ServiceAttempt, 'method'>,
  servedDate: IsoDate,
  reported: IsoDate | null,
): void {
  const { record } = turn;
  const { submission } = record;
  if (!submission) throw new Error('a notice is served after submit only');
  const { deadlines, expires } = noticePeriod(turn, method, servedDate, reported);
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

/** A placeholder: the law that an attorney cites is text, and stands only in the read row. */
export const reportedCitation = 'As the attorney reports';

const noticeDeadlineNames: readonly string[] = ['notice_expires', 'cares_notice_expires'];

/** The notice period runs by the dates that are right; before it has started there is nothing to restate. */
export function restateNotice(turn: Turn, { servedDate, expires }: GoverningService): void {
  const { notice } = turn.record;
  const isRunning = turn.record.state === 'cure_period' || turn.record.heldFrom === 'cure_period';
  if (!isRunning || !notice) return;
  const deadline = { name: 'notice_expires', date: expires ?? '', citation: reportedCitation };
  turn.restate('start_cure_period', {
    detail: {
      deadline: expires,
      citation: expires === null ? null : reportedCitation,
      servedDate,
      previousDeadline: notice.expires,
      previousServedDate: notice.servedDate,
    },
    patch: {
      notice: { ...notice, servedDate, expires },
      deadlines: withNoticeDeadlines(turn.record, expires === null ? [] : [deadline]),
    },
  });
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
