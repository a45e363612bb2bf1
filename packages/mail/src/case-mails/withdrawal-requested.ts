import { caseMail } from '../case-mail.ts';

export const withdrawalRequested = caseMail({
  audience: 'attorney',
  on: { withdrawal_requested: true },
  data: ({ awaitsWithdrawal, needsDismissal }) => (awaitsWithdrawal ? { needsDismissal } : null),
  subject: 'A withdrawal was requested',
  body: ({ needsDismissal }) => [
    'The customer wants to withdraw this case. It is on hold until you confirm with the outcome “closed” that all work has stopped.',
    ...(needsDismissal
      ? [
          'The court case needs its own dismissal. Give its date with the outcome (`dismissedOn`), or report it later as the fact `dismissed`.',
        ]
      : []),
  ],
});
