import { type CaseRecord, retriesExhausted } from './record.ts';
import { isFinished } from './states.ts';

/** Why a case needs an operator: it is on hold, awaits a confirmation, or a step or mail has exhausted its retries. */
export function attention({ state, withdrawal, failure, mailFailed }: CaseRecord): string[] {
  if (isFinished(state)) return [];
  return [
    ...(state === 'on_hold' ? ['on_hold'] : []),
    ...(withdrawal ? ['withdrawal_requested'] : []),
    ...(failure && retriesExhausted(failure) ? [`job_failed:${failure.step}`] : []),
    ...(mailFailed ? ['job_failed:send_mail'] : []),
  ];
}

/** For how long a step is retried before operators have to look, in milliseconds. */
export const quietRetriesMs = 3_600_000;

/**
 * The same for operators, who also look at a step that has been retried for an hour. `now` is on the case's clock, in
 * epoch milliseconds.
 */
export function operatorAttention(record: CaseRecord, now: number): string[] {
  const { state, failure } = record;
  const isRetried = failure !== null && !retriesExhausted(failure) && !isFinished(state);
  const isLate = isRetried && now - failure.since >= quietRetriesMs;
  return [...attention(record), ...(isLate ? [`retrying:${failure.step}`] : [])];
}
