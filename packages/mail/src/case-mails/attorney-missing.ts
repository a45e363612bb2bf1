import { retriesExhausted } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

/** Sent after the first and the last failed attempt to find an attorney. */
export const attorneyMissing = caseMail({
  audience: 'operators',
  on: {
    job_failed: ({ event: { detail }, record: { failure } }) =>
      detail['step'] === 'engage_attorney' &&
      (detail['attempt'] === 1 || (failure !== null && retriesExhausted(failure))),
  },
  data: (now) => (now.failedStep === 'engage_attorney' ? { isLastAttempt: now.retriesExhausted } : null),
  subject: 'No attorney for a case',
  body: ({ isLastAttempt }) => [
    'No attorney has been found for this submitted case. Only a verified attorney who is licensed in the state of the property can be engaged.',
    isLastAttempt
      ? 'The search has ended. Assign an attorney, or retry the step.'
      : 'The search continues for a few hours. You will get another email if it finds nobody.',
  ],
});
