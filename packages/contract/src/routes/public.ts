import { cents, component, flag, list, oneOf, openObject, patternText, strictObject, text } from '../fields.ts';
import type { RouteRow } from './route.ts';
import { sessionResponse } from './account.ts';

/**
 * Matches letters, digits and `_ ' + -` in parts joined by single dots, then `@` and a domain whose last label has at
 * least two letters.
 */
const emailAddress = /^[A-Za-z0-9_'+-]+(\.[A-Za-z0-9_'+-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/u;

/**
 * The schema of an email address. The pattern is the whole rule, because implementations of `format: email` differ, and
 * some would reject addresses that are accepted here.
 */
export function email() {
  return patternText(emailAddress, 'Must be an email address.', { max: 254 });
}

const healthResponse = component('Health', strictObject({ ok: flag() }), { ok: true });

const prices = component(
  'Prices',
  strictObject({
    items: list(strictObject({ kind: oneOf(['platform_fee']), amountCents: cents(), currency: oneOf(['usd']) })),
  }),
  { items: [{ kind: 'platform_fee', amountCents: 14900, currency: 'usd' }] },
);

const openApiResponse = openObject();

export const signupBody = component(
  'Signup',
  strictObject({
    name: text({ min: 1, max: 120 }),
    organizationName: text({ min: 1, max: 120 }),
    email: email(),
    password: text({ min: 10, max: 200 }),
  }),
  {
    name: 'Robin Example',
    organizationName: 'Sandbox Holdings LLC',
    email: 'robin@example.com',
    password: 'correct horse battery staple',
  },
);

export const loginBody = component(
  'Login',
  strictObject({ email: text({ min: 1, max: 254 }), password: text({ min: 1, max: 200 }) }),
  { email: 'robin@example.com', password: 'correct horse battery staple' },
);

/** Any string is accepted as the address, because a malformed one has no account anyway. */
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
    token: text({ min: 1, max: 255 }).meta({ description: 'From the link in the email.' }),
    password: text({ min: 10, max: 200 }),
  }),
  { token: 'ert_6Yd1nB8sX3cV5mK0zQ7wT2pL9hJ4gF6rAeUiOoKtBrEx', password: 'another horse, another battery' },
);

const passwordResetResponse = component('PasswordReset', strictObject({ ok: flag() }), { ok: true });

const acceptInvitationBody = component(
  'AcceptInvitation',
  strictObject({
    token: text({ min: 1, max: 255 }).meta({ description: 'From the link in the email.' }),
    name: text({ min: 1, max: 120 }),
    password: text({ min: 10, max: 200 }),
  }),
  {
    token: 'eit_6Yd1nB8sX3cV5mK0zQ7wT2pL9hJ4gF6rAeUiOoKtBrEx',
    name: 'Sam Example',
    password: 'yet another horse, yet another battery',
  },
);

const service = { auth: 'none', tag: 'Service' } as const;
const account = { auth: 'none', tag: 'Accounts' } as const;

/** Operations without a credential: those about the service itself, and the ways to get a credential. */
export const publicRoutes = {
  health: {
    ...service,
    endpoint: 'GET /v1/health',
    summary: 'Check the service',
    description: '`ok` is false while the service responds but its database does not.',
    success: { status: 200, schema: healthResponse, description: 'Whether requests can be served.' },
  },
  listPrices: {
    ...service,
    endpoint: 'GET /v1/prices',
    addition: true,
    summary: 'List the prices',
    description:
      'What a live case costs: the platform fee, due once when the case is first submitted. Attorney fees and court costs are billed by the attorney. Test mode is free. If live mode is not available, the list is empty.',
    success: { status: 200, schema: prices, description: 'The prices.' },
  },
  openapi: {
    ...service,
    endpoint: 'GET /v1/openapi.json',
    summary: 'Get the OpenAPI document',
    description: 'This description of the API, as an OpenAPI 3.1 document.',
    success: { status: 200, schema: openApiResponse, description: 'An OpenAPI 3.1 object.' },
  },
  signup: {
    ...account,
    endpoint: 'POST /v1/auth/signup',
    addressLimit: 'authentication',
    summary: 'Sign up',
    description:
      'Creates an unverified customer organization, its owner and a session, and emails the owner a link to confirm the address. Email addresses are not case-sensitive. Sign-ups and sign-ins together: at most 10 in 10 minutes per IP address.',
    body: signupBody,
    success: { status: 201, schema: sessionResponse, description: 'The session token is shown only here.' },
    errors: ['email_taken', 'rate_limited', 'busy'],
  },
  login: {
    ...account,
    endpoint: 'POST /v1/auth/login',
    addressLimit: 'authentication',
    summary: 'Sign in',
    description:
      'For an account with a second factor, the response is 403 `forbidden` with `details.secondFactor`: a `ticket`, the `methods` (any of `passkey`, `totp` and `recovery_code`), and `passkeyOptions` for `navigator.credentials.get`, or null. Continue with `POST /v1/auth/login/second-step`. A wrong email and a wrong password get the same response. After 5 wrong passwords for an account within 15 minutes, every sign-in to it returns 429 until the oldest of these attempts is 15 minutes old.',
    body: loginBody,
    success: { status: 200, schema: sessionResponse, description: 'The session token is shown only here.' },
    errors: ['invalid_credentials', 'forbidden', 'rate_limited', 'busy'],
  },
  requestPasswordReset: {
    ...account,
    endpoint: 'POST /v1/auth/password-reset/request',
    addressLimit: 'passwordReset',
    summary: 'Ask for a link to set a new password',
    description:
      'The response is always the same. If the address has an account that can sign in to the website, a single-use link that is valid for one hour is emailed to it, at most 3 times an hour per account. Both reset endpoints together: at most 10 requests in 10 minutes per IP address.',
    body: passwordResetRequestBody,
    success: {
      status: 202,
      schema: passwordResetResponse,
      description: 'The same whether or not there is such an account.',
    },
    errors: ['rate_limited'],
  },
  confirmPasswordReset: {
    ...account,
    endpoint: 'POST /v1/auth/password-reset/confirm',
    addressLimit: 'passwordReset',
    summary: 'Set a new password',
    description:
      "The link's token works once. Using it invalidates the user's other links and revokes all of the user's sessions. After 503 `busy`, the token can still be used.",
    body: passwordResetConfirmBody,
    success: { status: 200, schema: passwordResetResponse, description: 'The new password is set.' },
    errors: ['invalid_reset_token', 'rate_limited', 'busy'],
  },
  acceptInvitation: {
    ...account,
    endpoint: 'POST /v1/auth/invitations/accept',
    addressLimit: 'acceptance',
    addition: true,
    summary: 'Accept an invitation',
    description:
      "Creates the user whom an owner has invited, and signs them in. The link's token works once. At most 10 requests in 10 minutes per IP address. The token can still be used after 503 `busy`, and after 409 `email_taken`, which means that an account with the address was created in the meantime.",
    body: acceptInvitationBody,
    success: { status: 200, schema: sessionResponse, description: 'The session token is shown only here.' },
    errors: ['invalid_reset_token', 'email_taken', 'rate_limited', 'busy'],
  },
} as const satisfies Record<string, RouteRow>;
