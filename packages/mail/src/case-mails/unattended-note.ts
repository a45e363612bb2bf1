import { always, caseMail } from '../case-mail.ts';

export const unattendedNote = caseMail({
  audience: 'operators',
  on: { customer_message: ({ attorneyId }) => attorneyId === null },
  data: always,
  subject: 'New message from a customer',
  body: ['The customer has sent a message about this case, but no attorney is engaged to reply.'],
});
