import type { InferType } from 'yup';
import { component, flag, id, instant, list, oneOf, responseText, strictObject, text } from '../fields.ts';
import { defaultMailPreferences, mailGroups } from '@evict/case-model/mail-groups';
import { keyScopes, type RouteRow } from './route.ts';
import { mode } from '../schemas/enumerations.ts';

const userFields = {
  id: id('user'),
  name: responseText().nullable(),
  email: responseText(),
  role: oneOf(['owner', 'member', 'attorney', 'platform_admin']),
};

export const user = strictObject(userFields).meta({ component: 'User' });

/** A user of an organization, or an invited person. */
export const member = component(
  'Member',
  strictObject({
    ...userFields,
    invitedAt: instant().optional().meta({ description: 'Present until the invitation is accepted.' }),
  }),
  {
    id: 'usr_6d5c4b3a-2f1e-4d0c-8b9a-7f6e5d4c3b2a',
    name: 'Sam Example',
    email: 'sam@example.com',
    role: 'member',
    invitedAt: '2026-07-01T09:20:00.000Z',
  },
);
export type Member = InferType<typeof member>;

const organization = strictObject({
  id: responseText(),
  name: responseText(),
  verified: flag().meta({
    description: 'Whether an owner has confirmed their email address, or the operators have verified the organization.',
  }),
}).meta({ component: 'OrganizationSummary' });

const availableModes = strictObject({ test: flag(), live: flag() }).meta({
  component: 'Modes',
  description: 'Which modes this deployment offers; `test` is always true.',
});

const account = { user, organization, modes: availableModes };

export const accountExample = {
  user: {
    id: 'usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d',
    name: 'Robin Example',
    email: 'robin@example.com',
    role: 'owner',
  },
  organization: { id: 'org_9a8b7c6d-5e4f-4a3b-8c1d-0e9f8a7b6c5d', name: 'Sandbox Holdings LLC', verified: false },
  modes: { test: true, live: false },
} as const;

/** The response to sign-up and sign-in. */
export const sessionResponse = component(
  'Session',
  strictObject({
    token: responseText().meta({ description: 'The session token, `ess_...`; shown only here.' }),
    ...account,
  }),
  { token: 'ess_4Zq8mX2vN7bT1kR9wY3cL6hJ5dF0gSaPeUiOoKtBrEx', ...accountExample },
);

export const organizationTimeZone = responseText().optional().meta({
  description: "The time zone of the organization's emails, as an IANA name. Absent until one is chosen.",
});

const mailFields = {
  needsYou: oneOf(mailGroups.needsYou),
  court: oneOf(mailGroups.court),
  progress: oneOf(mailGroups.progress),
  messages: oneOf(mailGroups.messages),
};

export const meResponse = component(
  'Me',
  strictObject({
    ...account,
    timeZone: organizationTimeZone,
    mail: strictObject(mailFields).meta({
      description:
        'When this user gets emails about cases: `each` at once, `daily` in one digest at 08:00, `off` never. `needsYou`: a case waits for the customer. `court`: dates, holds, corrections, judgments, and the end of a case. `progress`: who works on a case. `messages`: new messages.',
    }),
  }),
  { ...accountExample, timeZone: 'America/Chicago', mail: { ...defaultMailPreferences, progress: 'daily' } },
);

const apiKeyId = id('apiKey');
const confirmations = ['required', 'never'] as const;

const apiKey = component(
  'ApiKey',
  strictObject({
    id: apiKeyId,
    mode,
    createdAt: instant(),
    lastFour: responseText().nullable().meta({ description: 'The last four characters. Null for older keys.' }),
    revokedAt: instant().nullable(),
    name: responseText().nullable(),
    scopes: list(oneOf(keyScopes)),
    expiresAt: instant().nullable().meta({ description: 'When the key stops working. Null if it never expires.' }),
    createdBy: strictObject({ id: id('user'), name: responseText().nullable() })
      .nullable()
      .meta({
        description:
          'The user who created it. A key that was created with another key has the same creator. Null for older keys.',
      }),
    lastUsedAt: instant().nullable().meta({ description: 'Accurate to the minute.' }),
    confirm: oneOf(confirmations).nullable().meta({
      description: 'Whether a person has to confirm what an agent does with the key. See `POST /v1/api-keys`.',
    }),
  }),
  {
    id: 'key_3c2b1a09-8f7e-4d6c-9b5a-4e3d2c1b0a99',
    mode: 'test',
    createdAt: '2026-07-01T09:20:00.000Z',
    lastFour: 'q7Xb',
    revokedAt: null,
    name: 'Rent roll',
    scopes: ['read'],
    expiresAt: '2027-07-01T09:20:00.000Z',
    createdBy: { id: accountExample.user.id, name: accountExample.user.name },
    lastUsedAt: '2026-07-02T14:03:00.000Z',
    confirm: null,
  },
);
export type ApiKey = InferType<typeof apiKey>;

const apiKeyList = strictObject({ items: list(apiKey) });

const createApiKeyBody = component(
  'CreateApiKey',
  strictObject({
    name: text({ min: 1, max: 100 }).optional(),
    scopes: list(oneOf(keyScopes), { min: 1, max: keyScopes.length }).optional().meta({
      description:
        '`read` allows GET requests and checking a case, `submit` allows submitting a case, and `write` allows everything else. By default, the key has the scopes of the credential that creates it. A session has all scopes.',
    }),
    expiresAt: instant().optional().meta({
      description:
        'A time in the future. By default, the key expires with the key that creates it; a key created with a session never expires.',
    }),
    confirm: oneOf(confirmations).optional().meta({
      description:
        "`required`, for an agent's key: a person has to confirm before the key submits or withdraws a case, reports a cure, or pays a charge. `never`, in test mode only: no confirmation is needed, not even at `/mcp`. If absent, only these actions at `/mcp` need confirmation.",
    }),
  }),
  { name: 'Rent roll', scopes: ['read'], expiresAt: '2099-07-01T09:20:00.000Z' },
);

const session = component(
  'SessionItem',
  strictObject({
    id: id('session'),
    createdAt: instant(),
    lastUsedAt: instant().meta({ description: 'Accurate to the hour.' }),
    network: responseText()
      .nullable()
      .meta({ description: 'The network from which it was opened: an IPv4 /24 or an IPv6 /48.' }),
    device: responseText().nullable().meta({ description: 'The browser or program that opened it.' }),
    current: flag().meta({ description: 'Whether it is the session that sends this request.' }),
  }),
  {
    id: 'ses_0f1e2d3c-4b5a-4968-8776-655443322110',
    createdAt: '2026-07-01T09:20:00.000Z',
    lastUsedAt: '2026-07-02T14:03:00.000Z',
    network: '203.0.113.0/24',
    device: 'Firefox on Windows',
    current: true,
  },
);

const sessionList = strictObject({ items: list(session) });

const createdApiKey = component(
  'CreatedApiKey',
  strictObject({
    id: apiKeyId,
    mode,
    secret: responseText().meta({ description: 'The key, `eak_test_...` or `eak_live_...`; shown only here.' }),
  }),
  {
    id: 'key_3c2b1a09-8f7e-4d6c-9b5a-4e3d2c1b0a99',
    mode: 'test',
    secret: 'eak_test_8Hn3kV6pQ1sW9xD2fG5jL7zC0bM4vT8yRaUiEoNqwe',
  },
);

const updateMeBody = component(
  'UpdateMe',
  strictObject({
    name: text({ min: 1, max: 120 }).optional(),
    currentPassword: text({ min: 1, max: 200 }).optional().meta({
      description: 'Required with `newPassword`. If sent, it is always verified.',
    }),
    newPassword: text({ min: 10, max: 200 }).optional(),
    mail: strictObject({
      needsYou: mailFields.needsYou.optional(),
      court: mailFields.court.optional(),
      progress: mailFields.progress.optional(),
      messages: mailFields.messages.optional(),
    })
      .optional()
      .meta({
        description: 'A group that is not sent does not change. Emails that already wait for a digest stay in it.',
      }),
  }).meta({ needs: { newPassword: 'currentPassword' } }),
  {
    name: 'Robin Q. Example',
    currentPassword: 'a horse of another color',
    newPassword: 'four more words to remember',
    mail: { progress: 'daily' },
  },
);

const keys = { auth: 'customer', tag: 'API keys' } as const;
const signedIn = { auth: 'session', tag: 'Accounts' } as const;

export const accountRoutes = {
  logout: {
    ...signedIn,
    auth: 'anySession',
    endpoint: 'POST /v1/auth/logout',
    summary: 'Sign out',
    description: 'Revokes the session that sends this request.',
    success: { status: 204, schema: null, description: 'The session is revoked.' },
  },
  me: {
    ...signedIn,
    endpoint: 'GET /v1/me',
    summary: 'Read the signed-in user',
    description: 'The user of the session, their organization, and the modes this deployment offers.',
    success: { status: 200, schema: meResponse, description: 'User, organization and modes.' },
  },
  updateMe: {
    ...signedIn,
    endpoint: 'PATCH /v1/me',
    addition: true,
    summary: 'Change your name, password or email preferences',
    description:
      'Fields that are not sent do not change. A new password ends every other session of the user and voids their password reset links. The session that sends this request stays valid. A wrong current password counts as a failed sign-in: after 5 within 15 minutes, the response is 429, as at sign-in.',
    body: updateMeBody,
    success: { status: 200, schema: meResponse, description: 'User, organization and modes.' },
    errors: ['invalid_credentials'],
  },
  listSessions: {
    ...signedIn,
    auth: 'anySession',
    endpoint: 'GET /v1/me/sessions',
    addition: true,
    summary: 'List your sessions',
    description: 'The active sessions of the signed-in user, most recently used first, at most 100.',
    success: { status: 200, schema: sessionList, description: 'The sessions, never their tokens.' },
  },
  endSession: {
    ...signedIn,
    auth: 'anySession',
    endpoint: 'DELETE /v1/me/sessions/{id}',
    addition: true,
    params: { id: 'session' },
    summary: 'End one of your sessions',
    description: 'The session stops working at once. Ending a session that has already ended also returns 204.',
    success: { status: 204, schema: null, description: 'The session has ended.' },
  },
  listApiKeys: {
    ...keys,
    endpoint: 'GET /v1/api-keys',
    summary: 'List API keys',
    description: "The keys in the credential's mode, newest first, including revoked and expired ones.",
    success: { status: 200, schema: apiKeyList, description: 'The keys, never their secrets.' },
  },
  createApiKey: {
    ...keys,
    endpoint: 'POST /v1/api-keys',
    agents: 'forbidden',
    summary: 'Create an API key',
    description:
      "Creates a key in the credential's mode. At most 10 keys can be active per mode. Only an owner can create a live key, with a session and `X-Service-Mode: live`. A key can't create a key that has more scopes or expires later than itself. `Idempotency-Key` is ignored, so the secret is never stored.",
    body: createApiKeyBody,
    bodyIsOptional: true,
    success: { status: 201, schema: createdApiKey, description: 'The secret is shown only here.' },
    errors: ['key_limit'],
    idempotent: 'ignored',
  },
  revokeApiKey: {
    ...keys,
    endpoint: 'DELETE /v1/api-keys/{id}',
    agents: 'forbidden',
    params: { id: 'apiKey' },
    summary: 'Revoke an API key',
    description: 'The key stops authenticating at once. Revoking a revoked key also returns 204.',
    success: { status: 204, schema: null, description: 'The key is revoked.' },
    errors: ['cannot_revoke_current_key'],
  },
} as const satisfies Record<string, RouteRow>;
