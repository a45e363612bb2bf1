import { caseMail, onlyWhile } from '../case-mail.ts';

export const changesRequested = caseMail({
  audience: 'customer',
  group: 'needsYou',
  on: { request_changes: true },
  data: onlyWhile(({ state }) => state === 'draft'),
  subject: 'Your attorney has requested changes',
  body: [
    'The attorney has requested changes before the case can proceed. They are described in the messages about the case.',
    'You can edit the case again. Reply to the attorney, make the changes and resubmit the case. There is no second fee.',
  ],
});
