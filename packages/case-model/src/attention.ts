import { dateOf } from '@evict/jurisdictions';
import { type CaseRecord, retriesExhausted } from './record.ts';
import { hasOpenWork } from './open-work.ts';
import { isSummonsUnserved } from './service-attempts.ts';
import { isFinished } from './states.ts';

/**
 * Why a case needs somebody's attention: it is on hold or awaits a confirmation, a step or mail has used up its
 * retries, its judgment is dated before its hearing, its hearing is set although no summons was served, or work
 * continues elsewhere without an attorney.
 */
export function attention(record: CaseRecord): string[] {
  const { state, withdrawal, failure, mailFailed } = record;
  if (isFinished(state)) return [];
  return [
    ...(state === 'on_hold' ? ['on_hold'] : []),
    ...(withdrawal ? ['withdrawal_requested'] : []),
    ...(failure && retriesExhausted(failure) ? [`job_failed:${failure.step}`] : []),
    ...(mailFailed ? ['job_failed:send_mail'] : []),
    ...(record.dismissedOn !== null ? ['dismissal_recorded'] : []),
    ...(record.attorneyId === null && hasOpenWork(record) ? ['attorney_needed'] : []),
    ...(isSummonsUnserved(record) ? ['summons_unserved'] : []),
    ...(isJudgedBeforeHearing(record) ? ['judgment_before_hearing'] : []),
  ];
}

/** A judgment is recorded as reported. If it has no date, the day of the report is compared. */
function isJudgedBeforeHearing({ state, judgment, hearing, restingSince }: CaseRecord): boolean {
  if (state !== 'judgment_entered' || judgment === null || hearing === null) return false;
  return (judgment.date ?? dateOf(restingSince)) < hearing.date;
}

/** How long a step is retried before operators have to look, in milliseconds. */
export const quietRetriesMs = 3_600_000;

/**
 * Like `attention`, for operators, who also look at a step that has been retried for an hour. `now` is on the case's
 * clock, in epoch milliseconds.
 */
export function operatorAttention(record: CaseRecord, now: number): string[] {
  const { state, failure } = record;
  const isRetried = failure !== null && !retriesExhausted(failure) && !isFinished(state);
  const isLate = isRetried && now - failure.since >= quietRetriesMs;
  return [...attention(record), ...(isLate ? [`retrying:${failure.step}`] : [])];
}
