import type { CaseRecord } from './record.ts';
import { isFinished } from './states.ts';

/** The reasons why somebody has to look at a case: it is on hold, it waits for a confirmation, or a step gave up. */
export function attention({ state, withdrawal, failure, mailFailed }: CaseRecord): string[] {
  if (isFinished(state)) return [];
  return [
    ...(state === 'on_hold' ? ['on_hold'] : []),
    ...(withdrawal ? ['withdrawal_requested'] : []),
    ...(failure?.forGood ? [`job_failed:${failure.step}`] : []),
    ...(mailFailed ? ['job_failed:send_mail'] : []),
  ];
}
