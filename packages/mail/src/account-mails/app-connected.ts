import { accountMail } from '../account-mail.ts';
import { withoutLinks } from '../letter.ts';

interface ConnectedApp {
  /** The name that the app gives itself. */
  name: string;
  mode: string;
  /** The host that received the authorization, or null for a device. */
  redirectHost: string | null;
  at: string;
  developersLink: string;
  passwordLink: string;
}

/** Sent to the organization's owners. */
export const appConnected = accountMail<ConnectedApp>()({
  ids: ['keyId'],
  subject: ({ mode }) => `An app was connected in ${mode} mode`,
  body: ({ name, mode, redirectHost, at, developersLink, passwordLink }) => [
    `An app was connected to your organization in ${mode} mode. The app chose its own name, which nobody has checked.`,
    {
      fields: [
        ['App', withoutLinks(name)],
        ['Runs', redirectHost === null ? 'on a device' : `at ${withoutLinks(redirectHost)}`],
        ['Time', at],
      ],
    },
    'If this was you or a colleague, you can ignore this email. If not, disconnect the app under Developers. That ends its access at once.',
    { link: developersLink, label: 'See the connected apps' },
    'If somebody else may know your password, set a new one. That signs everybody else out and disconnects the apps that you have connected. API keys keep working, so revoke those that you do not recognize under Developers.',
    { link: passwordLink, label: 'Set a new password' },
  ],
});
