import { type Ground, isFinished } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';
import { engagesAttorney, reassignsToAttorney } from './engagement.ts';

/** Contains only the state and ground, because the attorney may not have checked for conflicts yet. */
export const caseAssigned = caseMail({
  audience: 'attorney',
  on: { assign_attorney: engagesAttorney, attorney_reassigned: reassignsToAttorney },
  data: ({ state, attorney, jurisdiction, ground }) =>
    isFinished(state) ? null : { isAccepted: attorney !== null, jurisdiction, ground },
  subject: 'A case was assigned to you',
  body: ({ isAccepted, jurisdiction, ground }) => [
    `State: ${jurisdiction}. Ground: ${grounds[ground]}.`,
    isAccepted
      ? 'Check for conflicts first. If you cannot take the case, decline it; that costs the customer nothing.'
      : 'Check for conflicts, then accept or decline the case. Declining costs the customer nothing.',
  ],
});

const grounds: Readonly<Record<Ground, string>> = {
  nonpayment: 'nonpayment of rent',
  lease_violation: 'lease violation',
  holdover: 'holdover',
};
