import type { CaseRecord } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

type Reason = NonNullable<CaseRecord['holdReason']>;

export const caseOnHold = caseMail({
  audience: 'customer',
  on: { hold: true },
  facts: ({ state, awaitsWithdrawal, holdReason, needsDismissal }) => {
    const reason: Reason | null = awaitsWithdrawal ? 'withdrawal_requested' : holdReason;
    if (state !== 'on_hold' || reason === null) return null;
    return { reason, needsDismissal: awaitsWithdrawal && needsDismissal };
  },
  subject: 'The case is on hold',
  body: ({ reason, needsDismissal }) => [
    reasons[reason],
    ...(needsDismissal ? ['The court case needs its own dismissal: none is on record.'] : []),
  ],
});

const reasons: Readonly<Record<Reason, string>> = {
  withdrawal_requested:
    'A withdrawal was requested. The case is on hold until the attorney confirms that all work has stopped.',
  attorney_declined: 'The attorney cannot take this case. It is on hold while another one is found.',
  reviewer_rejected: 'The review did not approve this case.',
  bankruptcy: 'A bankruptcy is reported. The case is on hold. Until it resumes, nothing is served or filed.',
  court_stay: 'The court has stayed the case. It is on hold. Until it resumes, nothing is served or filed.',
  appeal: 'The case is on hold for an appeal. Until it resumes, nothing is served or filed.',
  agreement: 'The case is on hold for an agreement of the parties. Until it resumes, nothing is served or filed.',
  other: 'The attorney has put the case on hold. Until it resumes, nothing is served or filed.',
  operator: 'The service has put the case on hold. Until it resumes, nothing is served or filed.',
};
