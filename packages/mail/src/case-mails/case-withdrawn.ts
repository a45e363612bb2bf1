import { always, caseMail } from '../case-mail.ts';

export const caseWithdrawn = caseMail({
  audience: 'attorney',
  on: { withdraw: ({ event }) => event.actorType !== 'attorney' },
  facts: always,
  subject: 'A case is withdrawn',
  body: ['This case is withdrawn. Stop all work on it.'],
});
