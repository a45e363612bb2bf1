import { caseMail } from '../case-mail.ts';

export const caseWithdrawn = caseMail({
  audience: 'attorney',
  on: { withdraw: ({ event }) => event.actorType !== 'attorney' },
  facts: ({ needsDismissal }) => ({ needsDismissal }),
  subject: 'A case is withdrawn',
  body: ({ needsDismissal }) =>
    needsDismissal
      ? [
          'This case is withdrawn. Stop all other work on it.',
          'The court case needs its own dismissal: none is on record. Report its date as the fact `dismissed`.',
        ]
      : ['This case is withdrawn. Stop all work on it.'],
});
