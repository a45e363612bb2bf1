import type { StepName } from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

/** The waits before the second to fifth try of a step, in milliseconds. */
export const retryDelaysMs = [1, 5, 30, 120].map((minutes) => minutes * 60_000);

/** What fails in the same way however often it is tried: a document that takes more than a renderer may use. */
const isHopeless = (errorClass: string) => errorClass.startsWith('RenderLimitExceeded');

/** A try of a step failed: the next one waits on a timer; after the fifth, or without hope, it waits for an operator. */
export function stepFailed(turn: Turn, step: StepName, errorClass: string): Decision {
  const { failure } = turn.record;
  const attempt = failure?.step === step && !failure.forGood ? failure.attempt + 1 : 1;
  const forGood = attempt > retryDelaysMs.length || isHopeless(errorClass);
  turn.note('job_failed', 'platform', { step, attempt, errorClass });
  return turn.patch({ failure: { step, attempt, forGood } }).done();
}

/** A mail about the case failed for good: somebody has to look, and nothing of the case waits for it. */
export function mailFailed(turn: Turn, attempt: number, errorClass: string): Decision {
  turn.note('job_failed', 'platform', { step: 'send_mail' satisfies StepName, attempt, errorClass });
  return turn.patch({ mailFailed: true }).done();
}

/** Operators try a step again that has failed for good, or is waiting. */
export function retryStep(turn: Turn): Decision {
  if (turn.record.failure === null && !turn.record.mailFailed) return refuse('invalid_transition');
  return turn.patch({ failure: null, mailFailed: false }).done();
}
