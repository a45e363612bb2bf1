import type { InferType } from 'yup';
import { component, flag, instant, patternText, responseText, strictObject, text } from '../fields.ts';
import { sessionResponse } from './account.ts';
import type { RouteRow } from './route.ts';

const domain = () =>
  patternText(
    /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/u,
    'Must be a domain in lower case, such as example.com.',
    { max: 253 },
  );

const settings = {
  issuer: text({ min: 1, max: 2048 }).meta({
    description: 'The https URL of the issuer, exactly as in its discovery document.',
  }),
  clientId: text({ min: 1, max: 255 }),
  domain: domain(),
};

/** The response never contains the client secret. */
const singleSignOn = component(
  'SingleSignOn',
  strictObject({
    ...settings,
    localPasswords: flag(),
    provenAt: instant().nullable().meta({
      description: 'When the domain was verified. Null until then; single sign-on does not work until it is set.',
    }),
    record: strictObject({ name: responseText(), value: responseText() }).meta({
      description: 'The TXT record that proves ownership of the domain.',
    }),
    redirectUri: responseText().meta({ description: 'The redirect URI to register at the identity provider.' }),
  }),
  {
    issuer: 'https://id.example.com',
    clientId: 'eviction-cases',
    domain: 'example.com',
    localPasswords: true,
    provenAt: null,
    record: { name: '_eviction-case-service.example.com', value: 'domain-proof=8d1f0c6a52e94b7fa3c61e0b9d274f58' },
    redirectUri: 'https://www.example.org/sign-in/sso/done',
  },
);
export type SingleSignOn = InferType<typeof singleSignOn>;

const putBody = component(
  'PutSingleSignOn',
  strictObject({
    ...settings,
    clientSecret: text({ min: 1, max: 1024 })
      .optional()
      .meta({ description: 'If absent, the stored secret does not change.' }),
    localPasswords: flag().optional().meta({
      description: 'Whether members may also sign in with a password; true if absent. Owners always may.',
    }),
  }),
  { issuer: 'https://id.example.com', clientId: 'eviction-cases', clientSecret: 'a secret', domain: 'example.com' },
);

const startBody = component('StartSingleSignOn', strictObject({ email: text({ min: 1, max: 254 }) }), {
  email: 'sam@example.com',
});

const started = component(
  'StartedSingleSignOn',
  strictObject({
    url: responseText().meta({ description: 'The URL of the identity provider to open in the browser.' }),
    flow: responseText().meta({ description: 'Keep it in the browser until the browser returns, within 10 minutes.' }),
  }),
  { url: 'https://id.example.com/auth?client_id=eviction-cases', flow: 'q7Xw' },
);

const finishBody = component(
  'FinishSingleSignOn',
  strictObject({
    flow: text({ min: 1, max: 2048 }),
    parameters: text({ min: 1, max: 4096 }).meta({ description: 'The query string with which the browser returned.' }),
  }),
  { flow: 'q7Xw', parameters: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj' },
);

const common = { tag: 'Accounts', addition: true } as const;
const ofOwner = { ...common, auth: 'session' } as const;
const ofVisitor = { ...common, auth: 'none', gateway: 'customer' } as const;

export const singleSignOnRoutes = {
  getSingleSignOn: {
    ...ofOwner,
    endpoint: 'GET /v1/organization/sso',
    summary: 'Read the single sign-on settings',
    description: "Requires an owner's session. Returns 404 if single sign-on is not set up.",
    success: { status: 200, schema: singleSignOn, description: 'The identity provider of the organization.' },
    errors: ['not_found'],
  },
  putSingleSignOn: {
    ...ofOwner,
    endpoint: 'PUT /v1/organization/sso',
    summary: 'Set up single sign-on',
    description:
      "Requires an owner's session. Uses OpenID Connect; the issuer's discovery document is fetched. A new domain has to be verified again. `localPasswords: false` ends the sessions of members and revokes invitations to become a member; owners keep their passwords. It returns 409 `invalid_state` before the domain is verified. At most 20 changes and domain checks per hour.",
    body: putBody,
    success: { status: 200, schema: singleSignOn, description: 'The settings.' },
    errors: ['invalid_state'],
  },
  proveSingleSignOnDomain: {
    ...ofOwner,
    endpoint: 'POST /v1/organization/sso/prove-domain',
    summary: 'Prove the domain',
    description:
      "Requires an owner's session. Looks up the TXT record. Returns 409 `guard_failed` if the record is missing, and 409 `invalid_state` while another organization has verified the domain.",
    success: { status: 200, schema: singleSignOn, description: 'The settings, with the domain verified.' },
    errors: ['not_found', 'guard_failed', 'invalid_state'],
  },
  deleteSingleSignOn: {
    ...ofOwner,
    endpoint: 'DELETE /v1/organization/sso',
    summary: 'Remove single sign-on',
    description: "Requires an owner's session. Members sign in with their passwords again.",
    success: { status: 204, schema: null, description: 'Single sign-on is removed.' },
    errors: ['not_found'],
  },
  startSingleSignOn: {
    ...ofVisitor,
    endpoint: 'POST /v1/auth/sso/start',
    addressLimit: 'singleSignOn',
    summary: 'Begin a sign-in through the identity provider',
    description:
      'Takes an email address in a domain that an organization has verified. Returns 404 for any other address. Together with `POST /v1/auth/sso/finish`: at most 60 requests in 10 minutes per IP address.',
    body: startBody,
    success: { status: 200, schema: started, description: 'Where to sign in.' },
    errors: ['not_found'],
  },
  finishSingleSignOn: {
    ...ofVisitor,
    endpoint: 'POST /v1/auth/sso/finish',
    addressLimit: 'singleSignOn',
    summary: 'Complete a sign-in through the identity provider',
    description:
      "Signs in the person whom the identity provider identifies by an email address in the organization's domain. At their first sign-in, they become a member of the organization. Returns 403 `forbidden` for an address in another domain, for one with which another person has signed in this way before, and for an owner with a second factor. Returns 409 `email_taken` if the address has an account outside the organization.",
    body: finishBody,
    success: { status: 200, schema: sessionResponse, description: 'The session token is shown only here.' },
    errors: ['invalid_credentials', 'forbidden', 'email_taken'],
  },
} as const satisfies Record<string, RouteRow>;
