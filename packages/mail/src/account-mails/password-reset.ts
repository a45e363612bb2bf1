import { accountMail } from '../account-mail.ts';

/** Sent to an account's address when somebody asks to reset its password. */
export const passwordReset = accountMail<{ link: string }>()({
  ids: ['userId'],
  subject: () => 'Reset your password',
  body: ({ link }) => [
    'Someone, probably you, asked to reset the password for the account with this address.',
    { link, label: 'Set a new password' },
    'The link works once, within an hour. Setting a new password signs you out everywhere.',
    'If this was not you, ignore this email. Your password stays the same.',
  ],
});
