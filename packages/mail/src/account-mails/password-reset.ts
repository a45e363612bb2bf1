import { accountMail } from '../account-mail.ts';

/** To the account that asked for it. */
export const passwordReset = accountMail<{ link: string }>()({
  ids: ['userId'],
  subject: () => 'Set a new password',
  body: ({ link }) => [
    'Somebody, probably you, asked to set a new password for the account with this address.',
    { link, label: 'Set a new password' },
    'The link works once, within an hour. Setting the password signs you out everywhere.',
    'If it was not you, ignore this mail: your password does not change.',
  ],
});
