import { caseMail } from '../case-mail.ts';
import { engagesAttorney } from './engagement.ts';

type Reason = 'resubmitted' | 'notice_period_over' | 'evidence_added';

export const reviewRequested = caseMail<{ reason: Reason }, { reason: Reason }>({
  audience: 'attorney',
  on: {
    // After a resubmission, the attorney who requested changes stays engaged.
    assign_attorney: (decision) =>
      !engagesAttorney(decision) &&
      decision.events.some(({ action }) => action === 'submit') && { reason: 'resubmitted' },
    cure_period_expired: () => ({ reason: 'notice_period_over' }),
    summary_replaced: () => ({ reason: 'evidence_added' }),
  },
  data: ({ state }, { reason }) => (state === 'notice_review' || state === 'filing_review' ? { reason } : null),
  subject: 'A case is ready for your review',
  body: ({ reason }) => [reasons[reason]],
});

const reasons: Readonly<Record<Reason, string>> = {
  resubmitted: 'The customer has made the changes you requested and submitted the case again.',
  notice_period_over: 'The notice period is over. The court filing is ready for your review.',
  evidence_added:
    'The customer has added evidence, so there is a new case summary. Only an approval of the new summary counts.',
};
