import { caseMail } from '../case-mail.ts';

export const caseWithdrawn = caseMail({
  audience: 'attorney',
  on: { withdraw: ({ event }) => event.actorType !== 'attorney' },
  data: ({ needsDismissal }) => ({ needsDismissal }),
  subject: 'A case was withdrawn',
  body: ({ needsDismissal }) =>
    needsDismissal
      ? [
          'This case was withdrawn. Stop working on it, except on the dismissal of the court case, which is not on record yet.',
          'Report the date of the dismissal as the fact `dismissed`.',
        ]
      : ['This case was withdrawn. Stop all work on it.'],
});
