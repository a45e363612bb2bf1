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
  issuer: text({ min: 1, max: 2048 }).meta({ description: 'As its discovery document names it; https.' }),
  clientId: text({ min: 1, max: 255 }),
  domain: domain(),
};

/** The response never contains the client secret. */
const singleSignOn = component(
  'SingleSignOn',
  strictObject({
    ...settings,
    localPasswords: flag(),
    provenAt: instant().nullable().meta({ description: 'When the domain was proven. Nobody can sign in before.' }),
    record: strictObject({ name: responseText(), value: responseText() }).meta({
      description: 'The TXT record that proves the domain.',
    }),
    redirectUri: responseText().meta({ description: 'To register at the identity provider.' }),
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
    clientSecret: text({ min: 1, max: 1024 }).optional().meta({ description: 'Stays as it is without it.' }),
    localPasswords: flag().optional().meta({
      description: 'Whether members may sign in with a password too, true without it. Owners always may.',
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
    url: responseText().meta({ description: 'Of the identity provider, to open in the browser.' }),
    flow: responseText().meta({ description: 'To keep in the browser until it comes back, within 10 minutes.' }),
  }),
  { url: 'https://id.example.com/auth?client_id=eviction-cases', flow: 'q7Xw' },
);

const finishBody = component(
  'FinishSingleSignOn',
  strictObject({
    flow: text({ min: 1, max: 2048 }),
    parameters: text({ min: 1, max: 4096 }).meta({ description: 'The query with which the browser came back.' }),
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
    summary: 'Read the single sign-on',
    description: 'Requires the session of an owner. 404 if there is none.',
    success: { status: 200, schema: singleSignOn, description: 'The identity provider of the organization.' },
    errors: ['not_found'],
  },
  putSingleSignOn: {
    ...ofOwner,
    endpoint: 'PUT /v1/organization/sso',
    summary: 'Set up single sign-on',
    description:
      'Only with the session of an owner. OpenID Connect; the issuer is asked for its discovery document. Another domain has to be proven again. `localPasswords: false` ends the sessions and invitations of members, and is 409 `invalid_state` before the domain is proven; owners keep their passwords. At most 20 changes and proofs per hour.',
    body: putBody,
    success: { status: 200, schema: singleSignOn, description: 'The settings.' },
    errors: ['invalid_state'],
  },
  proveSingleSignOnDomain: {
    ...ofOwner,
    endpoint: 'POST /v1/organization/sso/prove-domain',
    summary: 'Prove the domain',
    description:
      'Only with the session of an owner. Looks for the TXT record; 409 `guard_failed` without it, and 409 `invalid_state` while another organization has proven the domain.',
    success: { status: 200, schema: singleSignOn, description: 'The settings, with the domain proven.' },
    errors: ['not_found', 'guard_failed', 'invalid_state'],
  },
  deleteSingleSignOn: {
    ...ofOwner,
    endpoint: 'DELETE /v1/organization/sso',
    summary: 'End single sign-on',
    description: 'Only with the session of an owner. Members sign in with their passwords again.',
    success: { status: 204, schema: null, description: 'There is no single sign-on.' },
    errors: ['not_found'],
  },
  startSingleSignOn: {
    ...ofVisitor,
    endpoint: 'POST /v1/auth/sso/start',
    addressLimit: 'singleSignOn',
    summary: 'Begin a single sign-on',
    description:
      'For an address of a domain that an organization has proven; 404 for any other. Both endpoints together: at most 60 requests in 10 minutes per address.',
    body: startBody,
    success: { status: 200, schema: started, description: 'Where to sign in.' },
    errors: ['not_found'],
  },
  finishSingleSignOn: {
    ...ofVisitor,
    endpoint: 'POST /v1/auth/sso/finish',
    addressLimit: 'singleSignOn',
    summary: 'End a single sign-on',
    description:
      "Signs in the person that the identity provider identifies by an address in its organization's domain. At the first sign-in they become a member of the organization. 403 `forbidden` for any other address, and for one that another person has used. 409 `email_taken` for one with an account elsewhere.",
    body: finishBody,
    success: { status: 200, schema: sessionResponse, description: 'The session token is shown only here.' },
    errors: ['invalid_credentials', 'forbidden', 'email_taken'],
  },
} as const satisfies Record<string, RouteRow>;
