import { always, caseMail } from '../case-mail.ts';

export const customerNote = caseMail({
  audience: 'attorney',
  on: { customer_message: ({ attorneyId }) => attorneyId !== null },
  data: always,
  subject: 'New message from the customer',
  body: ['The customer has sent you a message about this case.'],
});
