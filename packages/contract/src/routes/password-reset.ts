import { component, flag, strictObject, text } from '../fields.ts';
import { bodyLimits } from '../limits.ts';
import type { Route } from './route.ts';

/** The address may be any text: one that is malformed has no account either. */
const passwordResetRequestBody = component(
  'PasswordResetRequest',
  strictObject({ email: text({ min: 1, max: 254 }) }),
  {
    email: 'robin@example.com',
  },
);

const passwordResetConfirmBody = component(
  'PasswordResetConfirm',
  strictObject({
    token: text({ min: 1, max: 255 }).meta({ description: 'From the link in the mail.' }),
    password: text({ min: 10, max: 200 }),
  }),
  { token: 'ert_6Yd1nB8sX3cV5mK0zQ7wT2pL9hJ4gF6rAeUiOoKtBrEx', password: 'another horse, another battery' },
);

const passwordResetResponse = component('PasswordReset', strictObject({ ok: flag() }), { ok: true });

export const passwordResetRoutes = {
  requestPasswordReset: {
    gateway: 'public',
    method: 'POST',
    path: '/v1/auth/password-reset/request',
    auth: 'none',
    tag: 'Accounts',
    summary: 'Ask for a link to set a new password',
    description:
      'Always the same response. If the address has an account that signs in to the site, a single-use link that is valid for one hour is mailed to it; at most 3 such mails per account per hour. Both reset endpoints together: at most 10 requests in 10 minutes per address.',
    body: passwordResetRequestBody,
    bodyLimitBytes: bodyLimits.default,
    success: { status: 202, schema: passwordResetResponse, description: 'The same with and without such an account.' },
    errors: ['rate_limited'],
  },
  confirmPasswordReset: {
    gateway: 'public',
    method: 'POST',
    path: '/v1/auth/password-reset/confirm',
    auth: 'none',
    tag: 'Accounts',
    summary: 'Set a new password',
    description:
      'The token of the link works once, and invalidates other links of the user. Every session of the user is revoked. After 503 `busy` the token is still unused.',
    body: passwordResetConfirmBody,
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: passwordResetResponse, description: 'The new password is set.' },
    errors: ['invalid_reset_token', 'rate_limited', 'busy'],
  },
} as const satisfies Record<string, Route>;
