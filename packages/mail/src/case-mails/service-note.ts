import { always, caseMail } from '../case-mail.ts';

export const serviceNote = caseMail({
  audience: 'customer',
  on: { service_message: true },
  facts: always,
  subject: 'A message for you',
  body: ['There is a new message for you in this case. You can reply there.'],
});
