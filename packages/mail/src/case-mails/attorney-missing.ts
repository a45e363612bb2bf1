import { retriesExhausted } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

/** After the first attempt to find an attorney, and after the last. */
export const attorneyMissing = caseMail({
  audience: 'operators',
  on: {
    job_failed: ({ event: { detail }, record: { failure } }) =>
      detail['step'] === 'engage_attorney' &&
      (detail['attempt'] === 1 || (failure !== null && retriesExhausted(failure))),
  },
  facts: (now) => (now.failedStep === 'engage_attorney' ? { isLastAttempt: now.retriesExhausted } : null),
  subject: 'No attorney for a case',
  body: ({ isLastAttempt }) => [
    'This case was submitted, and no attorney has been found for it: one has to be verified and licensed in the state of the property.',
    isLastAttempt
      ? 'The search is over. Assign an attorney, or retry the step.'
      : 'The search continues for some hours. Another mail like this one follows if it ends without success.',
  ],
});
