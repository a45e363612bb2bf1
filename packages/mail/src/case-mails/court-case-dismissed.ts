import { caseMail } from '../case-mail.ts';

/** Sent when a dismissal completes a withdrawal. */
export const courtCaseDismissed = caseMail({
  audience: 'customer',
  group: 'court',
  on: { dismissed: ({ before, record }) => before?.state === 'withdrawn' && record.state === 'withdrawn' },
  data: ({ dismissedOn }) => (dismissedOn === null ? null : { dismissedOn }),
  subject: 'The court case was dismissed',
  body: ({ dismissedOn }) => [`The attorney reports that the court case was dismissed on ${dismissedOn}.`],
});
