import { caseMail } from '../case-mail.ts';

/**
 * Sent if no attorney is engaged who could confirm the withdrawal, although papers are out for service or a court has
 * the case.
 */
export const unattendedWithdrawal = caseMail({
  audience: 'operators',
  on: { withdrawal_requested: ({ record }) => record.attorneyId === null },
  data: ({ awaitsWithdrawal, attorneyId }) => (awaitsWithdrawal && attorneyId === null ? {} : null),
  subject: 'Withdrawal requested, no attorney engaged',
  body: [
    'The customer wants to withdraw this case, and no attorney is engaged. Papers are out for service, or a court has the case.',
    'Once all work has stopped, confirm with `case withdraw`. Otherwise assign another attorney.',
  ],
});
