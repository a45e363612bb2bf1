import { caseMail, onlyWhile } from '../case-mail.ts';

export const changesRequested = caseMail({
  audience: 'customer',
  on: { request_changes: true },
  data: onlyWhile(({ state }) => state === 'draft'),
  subject: 'Your attorney requests changes',
  body: [
    'The attorney requests changes before the case can proceed. The messages of the case describe them.',
    'You can edit the case again. Reply to the attorney, make the changes and resubmit the case. There is no second fee.',
  ],
});
