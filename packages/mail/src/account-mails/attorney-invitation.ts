import { accountMail } from '../account-mail.ts';

/** To an attorney whom the operators invite. */
export const attorneyInvitation = accountMail<{ link: string; signInLink: string }>()({
  ids: ['userId'],
  subject: () => 'Your account as an attorney',
  body: ({ link, signInLink }) => [
    'The operators of this service have an account for you, with which you review live cases in the states where you are licensed.',
    { link, label: 'Set your password' },
    'The link works once, within a week. After that, ask the operators for another.',
    { link: signInLink, label: 'Sign in as an attorney' },
    'If you did not expect this, ignore it.',
  ],
});
