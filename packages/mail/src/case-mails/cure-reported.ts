import { always, caseMail } from '../case-mail.ts';

export const cureReported = caseMail({
  audience: 'attorney',
  on: { cure_reported: true },
  data: always,
  subject: 'A cure was reported',
  body: ['The customer reports that the tenant has cured. You decide whether this ends the case.'],
});
