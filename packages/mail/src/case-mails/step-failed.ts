import { retriesExhausted, type StepName } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

/**
 * Not sent for a failed attorney search, which has its own email, or for a failed email, because this one would fail
 * the same way.
 */
export const stepFailed = caseMail<{ step: StepName }, { step: StepName }>({
  audience: 'operators',
  on: {
    job_failed: ({ event: { detail }, record: { failure } }) => {
      const step = detail['step'] as StepName;
      const isReported = step !== 'engage_attorney' && step !== 'send_mail';
      return isReported && failure !== null && retriesExhausted(failure) && { step };
    },
  },
  data: (now, { step }) => (now.failedStep === step && now.retriesExhausted ? { step } : null),
  subject: 'A case step has failed',
  body: ({ step }) => [
    `Step: ${step}. All attempts have failed, and there are no more retries. Fix the cause, then retry the step.`,
  ],
});
