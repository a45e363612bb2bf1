import { retriesExhausted, type StepName } from '../record.ts';
import { defineCommand } from './command.ts';

interface StepFailed {
  readonly kind: 'step_failed';
  readonly step: StepName;
  readonly errorClass: string;
}

/** The waits before the second to fifth attempt of a step, in milliseconds. */
const retryDelaysMs = [1, 5, 30, 120].map((minutes) => minutes * 60_000);

/** Not worth retrying: a document that exceeds the renderer's limits. */
const isHopeless = (errorClass: string) => errorClass.startsWith('RenderLimitExceeded');

/** An attempt of a step failed. It is retried on a timer; after the fifth, or if it cannot succeed, by an operator. */
export const stepFailed = defineCommand<StepFailed>()({
  authors: [],
  title: 'Record a failed attempt',
  description: 'An attempt of a step failed.',
  decide(turn, { step, errorClass }) {
    const { failure } = turn.record;
    const earlier = failure?.step === step && !retriesExhausted(failure) ? failure : { attempt: 0, since: turn.now };
    const attempt = earlier.attempt + 1;
    const delayMs = isHopeless(errorClass) ? undefined : retryDelaysMs[attempt - 1];
    turn.note('job_failed', 'platform', { step, attempt, errorClass });
    const retryAt = delayMs === undefined ? null : turn.now + delayMs;
    return turn.patch({ failure: { step, attempt, since: earlier.since, retryAt } }).done();
  },
});
