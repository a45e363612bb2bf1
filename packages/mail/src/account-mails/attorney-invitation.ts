import { accountMail } from '../account-mail.ts';

/** Sent to an attorney whom the operators invite. */
export const attorneyInvitation = accountMail<{ link: string; signInLink: string }>()({
  ids: ['userId'],
  subject: () => 'Your attorney account',
  body: ({ link, signInLink }) => [
    'The operators of this service have created an account for you, to review live cases in the states where you are licensed.',
    { link, label: 'Set your password' },
    'The link works once, within a week. After that, ask the operators for another.',
    { link: signInLink, label: 'Sign in as an attorney' },
    'If you did not expect this, ignore this email.',
  ],
});
