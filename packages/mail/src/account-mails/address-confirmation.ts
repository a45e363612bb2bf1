import { accountMail } from '../account-mail.ts';

/** To the owner of a new organization. Whoever has the password can act for it once the link is followed. */
export const addressConfirmation = accountMail<{ link: string; organization: string }>()({
  ids: ['userId'],
  subject: () => 'Confirm your email address',
  body: ({ link, organization }) => [
    `An account with this address was created for ${organization}. Confirm the address to use live mode and to invite members.`,
    { link, label: 'Confirm this address' },
    'The link works once, within 7 days, and asks you to sign in.',
    'If you did not create the account, ignore this email. To take it over, reset its password.',
  ],
});
