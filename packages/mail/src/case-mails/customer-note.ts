import { always, caseMail } from '../case-mail.ts';

export const customerNote = caseMail({
  audience: 'attorney',
  on: { customer_message: ({ attorneyId }) => attorneyId !== null },
  facts: always,
  subject: 'A message from the customer',
  body: ['There is a new message from the customer in this case.'],
});
