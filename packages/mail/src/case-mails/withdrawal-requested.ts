import { caseMail, onlyWhile } from '../case-mail.ts';

export const withdrawalRequested = caseMail({
  audience: 'attorney',
  on: { withdrawal_requested: true },
  facts: onlyWhile(({ awaitsWithdrawal }) => awaitsWithdrawal),
  subject: 'A withdrawal is requested',
  body: [
    'The customer wants to withdraw this case. It is on hold until you confirm, by the outcome “closed”, that all work has stopped.',
  ],
});
