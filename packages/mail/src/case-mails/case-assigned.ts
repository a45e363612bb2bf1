import { type Ground, isFinished } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';
import { engagesAttorney, reassignsToAttorney } from './engagement.ts';

/** State and ground only: the attorney has not checked for conflicts yet. */
export const caseAssigned = caseMail({
  audience: 'attorney',
  on: { assign_attorney: engagesAttorney, attorney_reassigned: reassignsToAttorney },
  facts: ({ state, jurisdiction, ground }) => (isFinished(state) ? null : { jurisdiction, ground }),
  subject: 'A case is assigned to you',
  body: ({ jurisdiction, ground }) => [
    `State: ${jurisdiction}. Ground: ${grounds[ground]}.`,
    'Check for conflicts first. If you cannot take the case, reject it: that costs the customer nothing.',
  ],
});

const grounds: Readonly<Record<Ground, string>> = {
  nonpayment: 'nonpayment of rent',
  lease_violation: 'lease violation',
  holdover: 'holdover',
};
