import type { PlatformCommand } from '../commands.ts';
import { retriesExhausted, type StepName } from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

export const failureCommands = { step_failed: stepFailed, mail_failed: mailFailed, retry_step: retryStep };

type StepFailed = Extract<PlatformCommand, { kind: 'step_failed' }>;
type MailFailed = Extract<PlatformCommand, { kind: 'mail_failed' }>;

/** The waits before the second to fifth attempt of a step, in milliseconds. */
const retryDelaysMs = [1, 5, 30, 120].map((minutes) => minutes * 60_000);

/** Not worth retrying: a document that exceeds the renderer's limits. */
const isHopeless = (errorClass: string) => errorClass.startsWith('RenderLimitExceeded');

/** An attempt of a step failed. It is retried on a timer; after the fifth, or if it cannot succeed, by an operator. */
function stepFailed(turn: Turn, { step, errorClass }: StepFailed): Decision {
  const { failure } = turn.record;
  const earlier = failure?.step === step && !retriesExhausted(failure) ? failure : { attempt: 0, since: turn.now };
  const attempt = earlier.attempt + 1;
  const delayMs = isHopeless(errorClass) ? undefined : retryDelaysMs[attempt - 1];
  turn.note('job_failed', 'platform', { step, attempt, errorClass });
  const retryAt = delayMs === undefined ? null : turn.now + delayMs;
  return turn.patch({ failure: { step, attempt, since: earlier.since, retryAt } }).done();
}

/** A mail about the case has exhausted its retries. An operator has to look; the case does not wait for it. */
function mailFailed(turn: Turn, { attempt, errorClass }: MailFailed): Decision {
  turn.note('job_failed', 'platform', { step: 'send_mail' satisfies StepName, attempt, errorClass });
  return turn.patch({ mailFailed: true }).done();
}

/** Operators retry a failed step, whether or not it has attempts left. */
function retryStep(turn: Turn): Decision {
  if (turn.record.failure === null && !turn.record.mailFailed) return refuse('invalid_transition');
  return turn.patch({ failure: null, mailFailed: false }).done();
}
