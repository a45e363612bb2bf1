import { always, caseMail } from '../case-mail.ts';

export const unattendedNote = caseMail({
  audience: 'operators',
  on: { customer_message: ({ attorneyId }) => attorneyId === null },
  facts: always,
  subject: 'A message from a customer',
  body: ['There is a new message from the customer in this case, and no attorney is engaged who could reply.'],
});
