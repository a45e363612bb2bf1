import type { InferType } from 'yup';
import { responseText, component, flag, instant, list, oneOf, patternText, strictObject } from '../fields.ts';
import { mode } from './enumerations.ts';
import { idPattern } from '../ids.ts';

const userFields = {
  id: patternText(new RegExp(idPattern('user'), 'u'), 'Must be a user id.'),
  name: responseText().nullable(),
  email: responseText(),
  role: oneOf(['owner', 'member', 'attorney', 'platform_admin']),
};

const user = strictObject(userFields).meta({ component: 'User' });
export type User = InferType<typeof user>;

/** A user of an organization, or somebody who is invited. */
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
  verified: flag().meta({ description: 'Set by the operators.' }),
}).meta({ component: 'OrganizationSummary' });
export type OrganizationSummary = InferType<typeof organization>;

const availableModes = strictObject({ test: flag(), live: flag() }).meta({
  component: 'Modes',
  description: 'Which modes this deployment offers; `test` is always true.',
});

const account = { user, organization, modes: availableModes };

const accountExample = {
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
export type SessionResponse = InferType<typeof sessionResponse>;

export const meResponse = component('Me', strictObject(account), accountExample);
export type MeResponse = InferType<typeof meResponse>;

const apiKeyId = patternText(new RegExp(idPattern('apiKey'), 'u'), 'Must be an API key id.');

const apiKey = component(
  'ApiKey',
  strictObject({
    id: apiKeyId,
    mode,
    createdAt: instant(),
    lastFour: responseText().nullable().meta({ description: 'Null for a key made before these were recorded.' }),
    revokedAt: instant().nullable(),
  }),
  {
    id: 'key_3c2b1a09-8f7e-4d6c-9b5a-4e3d2c1b0a99',
    mode: 'test',
    createdAt: '2026-07-01T09:20:00.000Z',
    lastFour: 'q7Xb',
    revokedAt: null,
  },
);
export type ApiKey = InferType<typeof apiKey>;

export const apiKeyList = strictObject({ items: list(apiKey) });

export const createdApiKey = component(
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
export type CreatedApiKey = InferType<typeof createdApiKey>;
