import type { InferType } from 'yup';
import {
  component,
  flag,
  id,
  instant,
  integer,
  list,
  oneOf,
  openObject,
  patternText,
  responseText,
  strictObject,
  text,
  variants,
} from '../fields.ts';
import { meResponse, sessionResponse } from './account.ts';
import type { RouteRow } from './route.ts';

const proof = component('PasswordProof', strictObject({ currentPassword: text({ min: 1, max: 200 }) }), {
  currentPassword: 'correct horse battery staple',
});

const totpCode = () => patternText(/^[0-9]*$/u, 'Must be digits.', { min: 6, max: 6 });
const ofWebAuthn = (type: string) => openObject().meta({ description: `\`${type}\` of WebAuthn, as JSON.` });
const firstCodes = () =>
  list(responseText()).nullable().meta({
    description: 'Each works for one sign-in and is shown only here. Null if the account already has recovery codes.',
  });
const code = 'k7xq-2mfd-w4tz-p3hc';

const passkeyExample = {
  id: 'psk_5e4d3c2b-1a09-4f8e-8d7c-6b5a4f3e2d1c',
  name: 'Laptop',
  createdAt: '2026-07-01T09:20:00.000Z',
  lastUsedAt: null,
};
const passkey = component(
  'Passkey',
  strictObject({ id: id('passkey'), name: responseText(), createdAt: instant(), lastUsedAt: instant().nullable() }),
  passkeyExample,
);

const factors = component(
  'Factors',
  strictObject({
    passkeys: list(passkey),
    totp: flag().meta({ description: 'Whether the account has an authenticator app.' }),
    recoveryCodesLeft: integer({ min: 0 }),
  }),
  { passkeys: [passkeyExample], totp: true, recoveryCodesLeft: 10 },
);
export type Factors = InferType<typeof factors>;

const createPasskeyBody = component(
  'CreatePasskey',
  strictObject({ name: text({ min: 1, max: 100 }), response: ofWebAuthn('RegistrationResponseJSON') }),
  { name: 'Laptop', response: {} },
);

const ticket = text({ min: 1, max: 255 }).meta({ description: 'From the response to the password.' });
const ticketExample = 'est_6Yd1nB8sX3cV5mK0zQ7wT2pL9hJ4gF6rAeUiOoKtBrEx';

export const secondStepBody = component(
  'SecondStep',
  variants('method', {
    totp: component('TotpStep', strictObject({ method: oneOf(['totp']), ticket, code: totpCode() }), {
      method: 'totp',
      ticket: ticketExample,
      code: '492039',
    }),
    recovery_code: component(
      'RecoveryCodeStep',
      strictObject({ method: oneOf(['recovery_code']), ticket, code: text({ min: 1, max: 40 }) }),
      { method: 'recovery_code', ticket: ticketExample, code },
    ),
    passkey: component(
      'PasskeyStep',
      strictObject({ method: oneOf(['passkey']), ticket, response: ofWebAuthn('AuthenticationResponseJSON') }),
      { method: 'passkey', ticket: ticketExample, response: {} },
    ),
  }),
  { method: 'totp', ticket: ticketExample, code: '492039' },
);

const ok = component('Accepted', strictObject({ ok: flag() }), { ok: true });

/** Operations of the signed-in user, a customer or an attorney. */
const mine = { auth: 'anySession', tag: 'Accounts', addition: true } as const;
/** Operations of a signed-in customer. */
const ofCustomer = { ...mine, auth: 'session' } as const;
/** POSTs whose body contains a password or whose response contains a secret. Their responses are never stored. */
const unrepeated = { ...mine, idempotent: 'ignored' } as const;
const wrong = 'A wrong password counts as a wrong sign-in.';

/** Second factors, and the confirmation of an address. */
export const factorRoutes = {
  completeSignIn: {
    endpoint: 'POST /v1/auth/login/second-step',
    addressLimit: 'secondStep',
    auth: 'none',
    tag: 'Accounts',
    addition: true,
    summary: 'Complete a sign-in',
    description:
      'With the `ticket` from `details.secondFactor` of the 403 `forbidden`, valid for 5 minutes, and one of its `methods`. A wrong code is 401 `invalid_credentials` and leaves the ticket valid; after 5 within 15 minutes codes are 429. An unknown, used or expired ticket returns 400 `invalid_reset_token`: start again with the password. A code is accepted only once.',
    body: secondStepBody,
    success: { status: 200, schema: sessionResponse, description: 'The session token is shown only here.' },
    errors: ['invalid_credentials', 'invalid_reset_token', 'rate_limited'],
  },
  listFactors: {
    ...mine,
    endpoint: 'GET /v1/me/factors',
    summary: 'List your second factors',
    description: 'With any passkey or an authenticator app, a sign-in takes a second step.',
    success: { status: 200, schema: factors, description: 'Your second factors.' },
  },
  createPasskeyOptions: {
    ...unrepeated,
    endpoint: 'POST /v1/me/passkeys/options',
    summary: 'Begin to add a passkey',
    description: `The options for \`navigator.credentials.create\`, valid for 5 minutes in this session. ${wrong}`,
    body: proof,
    success: {
      status: 200,
      schema: ofWebAuthn('PublicKeyCredentialCreationOptionsJSON'),
      description: 'The options.',
    },
    errors: ['invalid_credentials'],
  },
  createPasskey: {
    ...unrepeated,
    endpoint: 'POST /v1/me/passkeys',
    summary: 'Add a passkey',
    description:
      'With the response of the authenticator to the options; any other is 400. At most 20 passkeys, each once: 409 `invalid_state`. The first factor comes with recovery codes.',
    body: createPasskeyBody,
    success: {
      status: 201,
      schema: component('CreatedPasskey', strictObject({ passkey, recoveryCodes: firstCodes() }), {
        passkey: passkeyExample,
        recoveryCodes: [code],
      }),
      description: 'The passkey, with recovery codes if it is the first factor.',
    },
    errors: ['invalid_state'],
  },
  deletePasskey: {
    ...mine,
    endpoint: 'DELETE /v1/me/passkeys/{id}',
    params: { id: 'passkey' },
    summary: 'Remove a passkey',
    description: `Recovery codes end with the last factor. ${wrong}`,
    body: proof,
    success: { status: 204, schema: null, description: 'The passkey is removed.' },
    errors: ['invalid_credentials'],
  },
  createTotp: {
    ...unrepeated,
    endpoint: 'POST /v1/me/totp',
    summary: 'Begin to add an authenticator app',
    description: `A secret for the app, in effect once a code is confirmed. With an app in use: 409 \`invalid_state\`. ${wrong}`,
    body: proof,
    success: {
      status: 200,
      schema: component('TotpSecret', strictObject({ secret: responseText(), uri: responseText() }), {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Eviction%20Case%20Service:robin%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      }),
      description: 'The secret, in base32 and as a URI for a QR code; shown only here.',
    },
    errors: ['invalid_credentials', 'invalid_state'],
  },
  confirmTotp: {
    ...unrepeated,
    endpoint: 'POST /v1/me/totp/confirm',
    summary: 'Add an authenticator app',
    description:
      'With a code of the app. A wrong one is 401 `invalid_credentials` and counts as at sign-in; without an app to confirm: 409 `invalid_state`. The first factor comes with recovery codes.',
    body: component('ConfirmTotp', strictObject({ code: totpCode() }), { code: '492039' }),
    success: {
      status: 200,
      schema: component('ConfirmedTotp', strictObject({ recoveryCodes: firstCodes() }), { recoveryCodes: [code] }),
      description: 'Recovery codes if it is the first factor.',
    },
    errors: ['invalid_credentials', 'invalid_state'],
  },
  deleteTotp: {
    ...mine,
    endpoint: 'DELETE /v1/me/totp',
    summary: 'Remove the authenticator app',
    description: `Recovery codes end with the last factor. ${wrong}`,
    body: proof,
    success: { status: 204, schema: null, description: 'The account has no authenticator app.' },
    errors: ['invalid_credentials'],
  },
  sendAddressMail: {
    ...ofCustomer,
    endpoint: 'POST /v1/me/address/mail',
    summary: 'Send another confirmation link',
    description:
      'Only with the session of an owner. At most 3 per hour, beyond which, or once the organization is verified, the response is the same and nothing is sent.',
    success: { status: 202, schema: ok, description: 'A link is mailed.' },
  },
  confirmAddress: {
    ...ofCustomer,
    endpoint: 'POST /v1/me/address/confirm',
    summary: 'Confirm your address',
    description:
      'With the token of a link that was mailed to you, an owner; it works once, within 7 days. The organization is verified then. A password reset by an owner does the same.',
    body: component('ConfirmAddress', strictObject({ token: text({ min: 1, max: 255 }) }), {
      token: 'eat_6Yd1nB8sX3cV5mK0zQ7wT2pL9hJ4gF6rAeUiOoKtBrEx',
    }),
    success: { status: 200, schema: meResponse, description: 'User, organization and modes.' },
    errors: ['invalid_reset_token'],
  },
} as const satisfies Record<string, RouteRow>;
