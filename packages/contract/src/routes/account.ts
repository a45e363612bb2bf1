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
    invitedAt: instant().optional().meta({ description: 'Only until the invitation is accepted.' }),
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
    description: 'Whether an owner has proven their address, or the operators have verified it.',
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

/** The response of sign-up and sign-in. */
export const sessionResponse = component(
  'Session',
  strictObject({
    token: responseText().meta({ description: 'The session token, `ess_...`; shown only here.' }),
    ...account,
  }),
  { token: 'ess_4Zq8mX2vN7bT1kR9wY3cL6hJ5dF0gSaPeUiOoKtBrEx', ...accountExample },
);

/** The time zone of the organization. */
export const organizationTimeZone = responseText().optional().meta({
  description: 'Once it is chosen: the time zone of its mail, a name of the IANA database.',
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
        'How mail about cases comes to this user: `each` at once, `daily` in one digest at 08:00, `off` not at all. `needsYou`: a case waits for the customer. `court`: dates, holds, corrections, judgments and ends. `progress`: who works on a case. `messages`: that somebody has written.',
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
    lastFour: responseText().nullable().meta({ description: 'Null for a key made before these were recorded.' }),
    revokedAt: instant().nullable(),
    name: responseText().nullable(),
    scopes: list(oneOf(keyScopes)),
    expiresAt: instant().nullable().meta({ description: 'The key stops working at this time.' }),
    createdBy: strictObject({ id: id('user'), name: responseText().nullable() })
      .nullable()
      .meta({
        description: 'The user who created it, or the key with which it was created; null before it was recorded.',
      }),
    lastUsedAt: instant().nullable().meta({ description: 'To the minute.' }),
    confirm: oneOf(confirmations).nullable().meta({ description: 'Whether a person confirms what an agent does.' }),
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
        '`read`: GET and validating. `submit`: submitting a case. `write`: everything else. The default is the scopes of the credential, and all scopes for a session.',
    }),
    expiresAt: instant().optional().meta({ description: 'In the future. Defaults to the expiry of the credential.' }),
    confirm: oneOf(confirmations).optional().meta({
      description:
        '`required`: for an agent. A person confirms what the key submits, withdraws, pays or reports as cured. `never`: nobody has to confirm, not even at `/mcp`, in test mode only. If absent, a person confirms only what is done at `/mcp`.',
    }),
  }),
  { name: 'Rent roll', scopes: ['read'], expiresAt: '2099-07-01T09:20:00.000Z' },
);

const session = component(
  'SessionItem',
  strictObject({
    id: id('session'),
    createdAt: instant(),
    lastUsedAt: instant().meta({ description: 'To the hour.' }),
    network: responseText()
      .nullable()
      .meta({ description: 'The network from which it was opened: a /24 of IPv4, or a /48 of IPv6.' }),
    device: responseText().nullable().meta({ description: 'The browser or program that opened it.' }),
    current: flag().meta({ description: 'Whether it is the session in use.' }),
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
      description: 'Required with `newPassword`. It is verified wherever it is sent.',
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
        description: 'A group that is not sent stays as it is. Mail that already waits for a digest stays in it.',
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
    description: 'Revokes the session in use.',
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
    summary: 'Change your name, password or mail',
    description:
      'Fields that are not sent do not change. A new password ends every other session of the user and voids their password reset links; the session in use stays. A wrong current password counts as a wrong sign-in: after 5 within 15 minutes the response is 429, as at sign-in.',
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
    description: "The keys of the credential's mode, newest first, revoked and expired ones included.",
    success: { status: 200, schema: apiKeyList, description: 'The keys, never their secrets.' },
  },
  createApiKey: {
    ...keys,
    endpoint: 'POST /v1/api-keys',
    agents: 'forbidden',
    summary: 'Create an API key',
    description:
      "A key in the credential's mode; at most 10 active ones per mode. A live key can be created only by an owner, signed in with a session, with `X-Service-Mode: live`. A key can't create a key that has more rights, or expires later, than itself. `Idempotency-Key` is ignored, so that no secret is ever stored.",
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
