import { isFinished } from '@evict/case-model';
import { caseMail, onlyWhile } from '../case-mail.ts';
import { engagesAttorney, reassignsToAttorney } from './engagement.ts';

/**
 * Sent only if the attorney accepts each case personally. For other attorneys, the platform accepts in the same
 * decision.
 */
export const attorneyAsked = caseMail({
  audience: 'customer',
  group: 'progress',
  on: {
    assign_attorney: (decision) => engagesAttorney(decision) && !decision.record.accepted,
    attorney_reassigned: (decision) => reassignsToAttorney(decision) && !decision.record.accepted,
  },
  data: onlyWhile(({ attorneyId, attorney, state }) => attorneyId !== null && attorney === null && !isFinished(state)),
  subject: 'We have asked an attorney',
  body: [
    'We have asked an attorney licensed in the state of the property to take this case.',
    'The attorney first checks for conflicts of interest, then accepts or declines. You will get another email once an attorney has accepted.',
  ],
});
