import { caseMail, onlyWhile } from '../case-mail.ts';

export const changesRequested = caseMail({
  audience: 'customer',
  on: { request_changes: true },
  facts: onlyWhile(({ state }) => state === 'draft'),
  subject: 'Changes are needed',
  body: [
    'The attorney requests changes before the case can proceed. They are described in the messages of the case.',
    'The case can be edited again. Reply to the attorney, make the changes and submit it again; there is no second fee.',
  ],
});
