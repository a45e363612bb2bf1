import { caseMail } from '../case-mail.ts';

export const caseWithdrawn = caseMail({
  audience: 'attorney',
  on: { withdraw: ({ event }) => event.actorType !== 'attorney' },
  data: ({ needsDismissal }) => ({ needsDismissal }),
  subject: 'A case was withdrawn',
  body: ({ needsDismissal }) =>
    needsDismissal
      ? [
          'This case was withdrawn. Stop all other work on it.',
          'The court case needs its own dismissal, and none is on record. Report its date as the fact `dismissed`.',
        ]
      : ['This case was withdrawn. Stop all work on it.'],
});
