import { accountMail } from '../account-mail.ts';

/** Sent to somebody who is invited to an organization. It contains no text that its sender could choose freely. */
export const invitation = accountMail<{ link: string; invitedBy: string | null; endsAt: Date }>()({
  ids: ['invitationId'],
  subject: () => 'You are invited to join an organization',
  body: ({ link, invitedBy, endsAt }) => [
    `${invitedBy ?? 'A customer of this service'} invites you to join their organization.`,
    { link, label: 'Accept the invitation' },
    `The link works once, until ${endsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. It asks for your name and a password.`,
    'If you did not expect this, ignore this email. You have no account until you accept.',
  ],
});
