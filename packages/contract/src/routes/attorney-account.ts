import type { InferType } from 'yup';
import { component, id, instant, list, responseText, strictObject } from '../fields.ts';
import { user } from './account.ts';
import { secondStepBody } from './factors.ts';
import { loginBody } from './public.ts';
import type { RouteRow } from './route.ts';

/** The response of an attorney's sign-in. */
const attorneySession = component(
  'AttorneySession',
  strictObject({
    token: responseText().meta({ description: 'The session token, `ess_...`; shown only here.' }),
    user,
  }),
  {
    token: 'ess_4Zq8mX2vN7bT1kR9wY3cL6hJ5dF0gSaPeUiOoKtBrEx',
    user: {
      id: 'usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d',
      name: 'Avery Counsel',
      email: 'avery@example.com',
      role: 'attorney',
    },
  },
);

const tokenId = id('attorneyToken');

const attorneyToken = component(
  'AttorneyToken',
  strictObject({
    id: tokenId,
    lastFour: responseText(),
    createdAt: instant(),
    expiresAt: instant(),
    revokedAt: instant().nullable(),
  }),
  {
    id: 'tok_4c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
    lastFour: 'q7Xb',
    createdAt: '2026-07-01T09:20:00.000Z',
    expiresAt: '2026-09-29T09:20:00.000Z',
    revokedAt: null,
  },
);
export type AttorneyToken = InferType<typeof attorneyToken>;

const attorneyTokens = strictObject({ items: list(attorneyToken) });

const createdToken = component(
  'CreatedAttorneyToken',
  strictObject({
    id: tokenId,
    secret: responseText().meta({ description: 'The token, `eut_...`; shown only here.' }),
    expiresAt: instant(),
  }),
  {
    id: 'tok_4c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
    secret: 'eut_8Hn3kV6pQ1sW9xD2fG5jL7zC0bM4vT8yRaUiEoNqwe',
    expiresAt: '2026-09-29T09:20:00.000Z',
  },
);

const createTokenBody = component(
  'CreateAttorneyToken',
  strictObject({
    expiresAt: instant().optional().meta({ description: 'A time in the future; 90 days from now if absent.' }),
  }),
  { expiresAt: '2199-12-31T00:00:00Z' },
);

const tokens = { auth: 'attorneySession', tag: 'Attorneys', addition: true } as const;
const oneToken = { ...tokens, params: { tokenId: 'attorneyToken' } } as const;
const created = { status: 201, schema: createdToken, description: 'The secret is shown only here.' } as const;

/** Routes for attorneys' sign-in and their API tokens. */
export const attorneyAccountRoutes = {
  loginAttorney: {
    endpoint: 'POST /v1/auth/attorney/login',
    addressLimit: 'authentication',
    auth: 'none',
    tag: 'Attorneys',
    addition: true,
    summary: 'Sign in as an attorney',
    description:
      'Attorneys set their password with the link in the invitation that the operators send, or with `POST /v1/auth/password-reset/request`. The session works wherever a token does, until it expires or `POST /v1/auth/logout` ends it. Limits and errors are the same as for `POST /v1/auth/login`.',
    body: loginBody,
    success: { status: 200, schema: attorneySession, description: 'The session token is shown only here.' },
    errors: ['invalid_credentials', 'forbidden', 'rate_limited', 'busy'],
  },
  completeAttorneySignIn: {
    endpoint: 'POST /v1/auth/attorney/login/second-step',
    addressLimit: 'secondStep',
    auth: 'none',
    tag: 'Attorneys',
    addition: true,
    summary: "Complete an attorney's sign-in",
    description: "Works like `POST /v1/auth/login/second-step`, with the ticket from an attorney's sign-in.",
    body: secondStepBody,
    success: { status: 200, schema: attorneySession, description: 'The session token is shown only here.' },
    errors: ['invalid_credentials', 'invalid_reset_token', 'rate_limited'],
  },
  listAttorneyTokens: {
    ...tokens,
    endpoint: 'GET /v1/attorney/me/tokens',
    summary: "List an attorney's tokens",
    description: 'Newest first. Expired and revoked tokens are listed for a year. Requires a session.',
    success: { status: 200, schema: attorneyTokens, description: 'The tokens, never their secrets.' },
  },
  createAttorneyToken: {
    ...tokens,
    endpoint: 'POST /v1/attorney/me/tokens',
    summary: 'Create a token for programs',
    description:
      'At most 10 tokens can be valid at once. Requires a session, so that a leaked token cannot create others. `Idempotency-Key` is ignored, so the secret is never stored.',
    body: createTokenBody,
    bodyIsOptional: true,
    success: created,
    errors: ['key_limit'],
    idempotent: 'ignored',
  },
  rotateAttorneyToken: {
    ...oneToken,
    endpoint: 'POST /v1/attorney/me/tokens/{tokenId}/rotate',
    summary: 'Replace a token',
    description:
      'Creates a token with the same lifetime as this one. This one ends in 24 hours, or when it expires if that is sooner. Returns 404 for a token that has ended.',
    success: created,
    errors: ['key_limit'],
    idempotent: 'ignored',
  },
  revokeAttorneyToken: {
    ...oneToken,
    endpoint: 'DELETE /v1/attorney/me/tokens/{tokenId}',
    summary: 'Revoke a token',
    description: 'It stops authenticating at once. Revoking a revoked token also returns 204.',
    success: { status: 204, schema: null, description: 'The token is revoked.' },
  },
} as const satisfies Record<string, RouteRow>;
