import { component, needing, strictObject, text } from '../fields.ts';
import { bodyLimits } from '../limits.ts';
import { apiKeyList, createdApiKey, meResponse } from '../schemas/account.ts';
import type { Route } from './route.ts';

const updateMeBody = component(
  'UpdateMe',
  needing(
    strictObject({
      name: text({ min: 1, max: 120 }).optional(),
      currentPassword: text({ min: 1, max: 200 }).optional().meta({
        description: 'Required with `newPassword`. It is verified wherever it is sent.',
      }),
      newPassword: text({ min: 10, max: 200 }).optional(),
    }),
    'newPassword',
    'currentPassword',
  ),
  {
    name: 'Robin Q. Example',
    currentPassword: 'a horse of another color',
    newPassword: 'four more words to remember',
  },
);

export const accountRoutes = {
  logout: {
    gateway: 'customer',
    method: 'POST',
    path: '/v1/auth/logout',
    auth: 'session',
    tag: 'Accounts',
    summary: 'Sign out',
    description: 'Revokes the session in use.',
    bodyLimitBytes: bodyLimits.default,
    success: { status: 204, schema: null, description: 'The session is revoked.' },
    errors: [],
    idempotent: 'key',
  },
  me: {
    gateway: 'customer',
    method: 'GET',
    path: '/v1/me',
    auth: 'session',
    tag: 'Accounts',
    summary: 'Read the signed-in user',
    description: 'The user of the session, their organization, and the modes this deployment offers.',
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: meResponse, description: 'User, organization and modes.' },
    errors: [],
  },
  updateMe: {
    gateway: 'customer',
    method: 'PATCH',
    path: '/v1/me',
    auth: 'session',
    tag: 'Accounts',
    addition: true,
    summary: 'Change your name or password',
    description:
      'Fields that are not sent stay as they are. A new password ends every other session of the user and voids their password reset links; the session in use stays. A wrong current password counts as a wrong sign-in: after 5 within 15 minutes the response is 429, as at sign-in.',
    body: updateMeBody,
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: meResponse, description: 'User, organization and modes.' },
    errors: ['invalid_credentials'],
  },
  listApiKeys: {
    gateway: 'customer',
    method: 'GET',
    path: '/v1/api-keys',
    auth: 'customer',
    tag: 'API keys',
    summary: 'List API keys',
    description: "The keys of the credential's mode, newest first, revoked ones included.",
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: apiKeyList, description: 'The keys, never their secrets.' },
    errors: [],
  },
  createApiKey: {
    gateway: 'customer',
    method: 'POST',
    path: '/v1/api-keys',
    auth: 'customer',
    tag: 'API keys',
    summary: 'Create an API key',
    description:
      "A key in the credential's mode; at most 10 active ones per mode. A live key can be created only by an owner, signed in with a session, with `X-Service-Mode: live`. `Idempotency-Key` is ignored, so that no secret is ever kept.",
    bodyLimitBytes: bodyLimits.default,
    success: { status: 201, schema: createdApiKey, description: 'The secret is shown only here.' },
    errors: ['key_limit'],
    idempotent: 'ignored',
  },
  revokeApiKey: {
    gateway: 'customer',
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    params: { id: 'apiKey' },
    auth: 'customer',
    tag: 'API keys',
    summary: 'Revoke an API key',
    description: 'The key stops authenticating at once. Revoking a revoked key also returns 204.',
    bodyLimitBytes: bodyLimits.default,
    success: { status: 204, schema: null, description: 'The key is revoked.' },
    errors: ['cannot_revoke_current_key'],
  },
} as const satisfies Record<string, Route>;
