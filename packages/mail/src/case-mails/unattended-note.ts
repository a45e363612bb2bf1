import { always, caseMail } from '../case-mail.ts';

export const unattendedNote = caseMail({
  audience: 'operators',
  on: { customer_message: ({ attorneyId }) => attorneyId === null },
  data: always,
  subject: 'New message from a customer',
  body: ['The customer has written a message on this case, and no attorney is engaged who could reply.'],
});
