import { caseMail, onlyWhile } from '../case-mail.ts';

export const attorneyDeclined = caseMail({
  audience: 'operators',
  on: { review_recorded: ({ event }) => event.detail['decision'] === 'reject' },
  data: onlyWhile(({ state, attorneyId }) => state === 'on_hold' && attorneyId === null),
  subject: 'An attorney declined a case',
  body: ['The case is on hold. Assign another attorney and resume it, or withdraw it.'],
});
