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
