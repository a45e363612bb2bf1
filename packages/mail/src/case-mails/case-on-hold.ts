import type { CaseRecord } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

type Reason = NonNullable<CaseRecord['holdReason']>;

export const caseOnHold = caseMail({
  audience: 'customer',
  group: 'court',
  on: { hold: true },
  data: ({ state, awaitsWithdrawal, holdReason, needsDismissal }) => {
    const reason: Reason | null = awaitsWithdrawal ? 'withdrawal_requested' : holdReason;
    if (state !== 'on_hold' || reason === null) return null;
    return { reason, needsDismissal: awaitsWithdrawal && needsDismissal };
  },
  subject: 'The case is on hold',
  body: ({ reason, needsDismissal }) => [
    reasons[reason],
    ...(needsDismissal ? ['The court case needs its own dismissal, and none is on record.'] : []),
  ],
});

const reasons: Readonly<Record<Reason, string>> = {
  withdrawal_requested:
    'A withdrawal was requested. The case is on hold until the attorney confirms that all work has stopped.',
  attorney_declined: 'The attorney declined this case. It is on hold while we look for another attorney.',
  reviewer_rejected: 'The sandbox reviewer declined this case.',
  bankruptcy: 'A bankruptcy was reported. The case is on hold, and nothing is served or filed until it resumes.',
  court_stay: 'The court has stayed the case. It is on hold, and nothing is served or filed until it resumes.',
  appeal: 'The case is on hold pending an appeal. Nothing is served or filed until it resumes.',
  agreement: 'The case is on hold under an agreement between the parties. Nothing is served or filed until it resumes.',
  other: 'The attorney has put the case on hold. Nothing is served or filed until it resumes.',
  operator: 'We have put the case on hold. Nothing is served or filed until it resumes.',
};
