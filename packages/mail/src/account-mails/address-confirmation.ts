import { accountMail } from '../account-mail.ts';

/** Sent to the owner of a new organization. It contains no text that the person who signed up could choose. */
export const addressConfirmation = accountMail<{ link: string }>()({
  ids: ['userId'],
  subject: () => 'Confirm your email address',
  body: ({ link }) => [
    'An account was created with this address. Confirm the address to use live mode and to invite members.',
    { link, label: 'Confirm this address' },
    'Sign in to use the link. It works once, within 7 days.',
    'If you did not create the account, ignore this email. To take over the account, reset its password.',
  ],
});
