import { dateOf } from '@evict/jurisdictions';
import { type CaseRecord, retriesExhausted } from './record.ts';
import { hasOpenWork } from './open-work.ts';
import { isSummonsUnserved } from './service-attempts.ts';
import { isFinished } from './states.ts';

/**
 * Returns codes for why an open case needs attention, such as `on_hold`, `summons_unserved` or `job_failed:send_mail`.
 * Empty for a finished case.
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

/** Whether the judgment is dated before the hearing. A judgment without a date counts as of the day it was reported. */
function isJudgedBeforeHearing({ state, judgment, hearing, restingSince }: CaseRecord): boolean {
  if (state !== 'judgment_entered' || judgment === null || hearing === null) return false;
  return (judgment.date ?? dateOf(restingSince)) < hearing.date;
}

/** How long a failing step is retried before operators are alerted, in milliseconds. */
export const quietRetriesMs = 3_600_000;

/**
 * Returns the codes of `attention` and, for a step that has been failing for an hour, the code `retrying:<step>`. Only
 * operators see that code. `now` is in epoch milliseconds on the case's clock.
 */
export function operatorAttention(record: CaseRecord, now: number): string[] {
  const { state, failure } = record;
  const isRetried = failure !== null && !retriesExhausted(failure) && !isFinished(state);
  const isLate = isRetried && now - failure.since >= quietRetriesMs;
  return [...attention(record), ...(isLate ? [`retrying:${failure.step}`] : [])];
}
