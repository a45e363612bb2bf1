import { type CaseRecord, retriesExhausted } from './record.ts';
import { isFinished } from './states.ts';

/** The reasons why somebody has to look at a case: it is on hold, it waits for a confirmation, or a step or a mail was given up. */
export function attention({ state, withdrawal, failure, mailFailed }: CaseRecord): string[] {
  if (isFinished(state)) return [];
  return [
    ...(state === 'on_hold' ? ['on_hold'] : []),
    ...(withdrawal ? ['withdrawal_requested'] : []),
    ...(failure && retriesExhausted(failure) ? [`job_failed:${failure.step}`] : []),
    ...(mailFailed ? ['job_failed:send_mail'] : []),
  ];
}
