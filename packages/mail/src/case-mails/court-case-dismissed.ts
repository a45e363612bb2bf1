import { caseMail } from '../case-mail.ts';

/** After a withdrawal, which it completes. */
export const courtCaseDismissed = caseMail({
  audience: 'customer',
  on: { dismissed: ({ before, record }) => before?.state === 'withdrawn' && record.state === 'withdrawn' },
  facts: ({ dismissedOn }) => (dismissedOn === null ? null : { dismissedOn }),
  subject: 'The court case is dismissed',
  body: ({ dismissedOn }) => [`The court case was dismissed on ${dismissedOn}, as the attorney reports.`],
});
