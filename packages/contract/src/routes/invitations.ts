import { component, strictObject, text } from '../fields.ts';
import { bodyLimits } from '../limits.ts';
import { sessionResponse } from '../schemas/account.ts';
import type { Route } from './route.ts';

const acceptInvitationBody = component(
  'AcceptInvitation',
  strictObject({
    token: text({ min: 1, max: 255 }).meta({ description: 'From the link in the mail.' }),
    name: text({ min: 1, max: 120 }),
    password: text({ min: 10, max: 200 }),
  }),
  {
    token: 'eit_6Yd1nB8sX3cV5mK0zQ7wT2pL9hJ4gF6rAeUiOoKtBrEx',
    name: 'Sam Example',
    password: 'yet another horse, yet another battery',
  },
);

export const invitationRoutes = {
  acceptInvitation: {
    gateway: 'public',
    method: 'POST',
    path: '/v1/auth/invitations/accept',
    auth: 'none',
    tag: 'Accounts',
    addition: true,
    summary: 'Accept an invitation',
    description:
      'Creates the user whom an owner has invited, and signs them in. The token of the link works once. At most 10 requests in 10 minutes per address. After 503 `busy` the token is still unused, and so it is after 409 `email_taken`: an account with the address was created meanwhile.',
    body: acceptInvitationBody,
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: sessionResponse, description: 'The session token is shown only here.' },
    errors: ['invalid_reset_token', 'email_taken', 'rate_limited', 'busy'],
  },
} as const satisfies Record<string, Route>;
