import { isFinished } from '@evict/case-model';
import { caseMail, onlyWhile } from '../case-mail.ts';
import { engagesAttorney, reassignsToAttorney } from './engagement.ts';

export const attorneyEngaged = caseMail({
  audience: 'customer',
  on: { assign_attorney: engagesAttorney, attorney_reassigned: reassignsToAttorney },
  facts: onlyWhile(({ attorneyId, state }) => attorneyId !== null && !isFinished(state)),
  subject: 'An attorney is engaged',
  body: ['An attorney licensed in the state of the property has been engaged for this case and reviews it next.'],
});
