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
const ofWebAuthn = (type: string) => openObject().meta({ description: `WebAuthn's \`${type}\`, as JSON.` });
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

const ticket = text({ min: 1, max: 255 }).meta({ description: 'The `ticket` from the response to the sign-in.' });
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
const wrong = 'A wrong password counts as a failed sign-in.';

/** Routes for second factors, and for confirming an email address. */
export const factorRoutes = {
  completeSignIn: {
    endpoint: 'POST /v1/auth/login/second-step',
    addressLimit: 'secondStep',
    auth: 'none',
    tag: 'Accounts',
    addition: true,
    summary: 'Complete a sign-in',
    description:
      'Takes the `ticket` from `details.secondFactor` of the 403 `forbidden`, and one of the `methods` listed there. The ticket is valid for 5 minutes. A wrong code returns 401 `invalid_credentials`, and the ticket stays valid. After 5 wrong codes within 15 minutes, further codes return 429. An unknown, used or expired ticket returns 400 `invalid_reset_token`: start again with the password. A code is accepted only once.',
    body: secondStepBody,
    success: { status: 200, schema: sessionResponse, description: 'The session token is shown only here.' },
    errors: ['invalid_credentials', 'invalid_reset_token', 'rate_limited'],
  },
  listFactors: {
    ...mine,
    endpoint: 'GET /v1/me/factors',
    summary: 'List your second factors',
    description: 'If you have a passkey or an authenticator app, every sign-in with your password takes a second step.',
    success: { status: 200, schema: factors, description: 'Your second factors.' },
  },
  createPasskeyOptions: {
    ...unrepeated,
    endpoint: 'POST /v1/me/passkeys/options',
    summary: 'Begin to add a passkey',
    description: `Returns the options for \`navigator.credentials.create\`, which are valid for 5 minutes in this session. ${wrong}`,
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
      "Takes the authenticator's response to the options; any other response is 400. Returns 409 `invalid_state` if the passkey is already registered, or if there are already 20. With the first factor, you get recovery codes.",
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
    description: `Removing the last factor also removes the recovery codes. ${wrong}`,
    body: proof,
    success: { status: 204, schema: null, description: 'The passkey is removed.' },
    errors: ['invalid_credentials'],
  },
  createTotp: {
    ...unrepeated,
    endpoint: 'POST /v1/me/totp',
    summary: 'Begin to add an authenticator app',
    description: `Returns a secret for the app, which takes effect once you confirm a code. Returns 409 \`invalid_state\` if an app is already in use. ${wrong}`,
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
      'Takes a code from the app. A wrong code returns 401 `invalid_credentials` and counts like one at sign-in. Returns 409 `invalid_state` if there is no app to confirm. With the first factor, you get recovery codes.',
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
    description: `Removing the last factor also removes the recovery codes. ${wrong}`,
    body: proof,
    success: { status: 204, schema: null, description: 'The authenticator app is removed.' },
    errors: ['invalid_credentials'],
  },
  sendAddressMail: {
    ...ofCustomer,
    endpoint: 'POST /v1/me/address/mail',
    summary: 'Send another confirmation link',
    description:
      "Requires an owner's session. Sends at most 3 emails an hour. Beyond that, or if the organization is already verified, the response is the same but no email is sent.",
    success: { status: 202, schema: ok, description: 'A link is emailed.' },
  },
  confirmAddress: {
    ...ofCustomer,
    endpoint: 'POST /v1/me/address/confirm',
    summary: 'Confirm your address',
    description:
      'Takes the token of the link that was emailed to you as an owner. It works once, within 7 days, and verifies the organization. A password reset by an owner verifies it, too.',
    body: component('ConfirmAddress', strictObject({ token: text({ min: 1, max: 255 }) }), {
      token: 'eat_6Yd1nB8sX3cV5mK0zQ7wT2pL9hJ4gF6rAeUiOoKtBrEx',
    }),
    success: { status: 200, schema: meResponse, description: 'User, organization and modes.' },
    errors: ['invalid_reset_token'],
  },
} as const satisfies Record<string, RouteRow>;
