import { caseMail } from '../case-mail.ts';

export const withdrawalRequested = caseMail({
  audience: 'attorney',
  on: { withdrawal_requested: true },
  facts: ({ awaitsWithdrawal, needsDismissal }) => (awaitsWithdrawal ? { needsDismissal } : null),
  subject: 'A withdrawal is requested',
  body: ({ needsDismissal }) => [
    'The customer wants to withdraw this case. It is on hold until you confirm, by the outcome “closed”, that all work has stopped.',
    ...(needsDismissal
      ? [
          'The court case needs its own dismissal. Give its date with the outcome (`dismissedOn`). Without a date the record says that none is on record, and you can report it later as the fact `dismissed`.',
        ]
      : []),
  ],
});
