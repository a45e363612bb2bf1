import { isFinished } from '@evict/case-model';
import { caseMail, onlyWhile } from '../case-mail.ts';
import { engagesAttorney, reassignsToAttorney } from './engagement.ts';

/** Of an attorney who decides for themselves. For others the platform accepts in the same decision. */
export const attorneyAsked = caseMail({
  audience: 'customer',
  on: {
    assign_attorney: (decision) => engagesAttorney(decision) && !decision.record.accepted,
    attorney_reassigned: (decision) => reassignsToAttorney(decision) && !decision.record.accepted,
  },
  facts: onlyWhile(({ attorneyId, attorney, state }) => attorneyId !== null && attorney === null && !isFinished(state)),
  subject: 'An attorney was asked',
  body: [
    'An attorney licensed in the state of the property was asked to take this case, and has not accepted it yet.',
    'The attorney checks for conflicts of interest first, and then accepts or declines. Another mail follows.',
  ],
});
