import type { InferType } from 'yup';
import { component, flag, openObject, strictObject, text } from '../fields.ts';
import { email } from '../schemas/email.ts';
import { bodyLimits } from '../limits.ts';
import { sessionResponse } from '../schemas/account.ts';
import type { Route } from './route.ts';

const healthResponse = component('Health', strictObject({ ok: flag() }), { ok: true });

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
export type SignupBody = InferType<typeof signupBody>;

export const loginBody = component(
  'Login',
  strictObject({ email: text({ min: 1, max: 254 }), password: text({ min: 1, max: 200 }) }),
  { email: 'robin@example.com', password: 'correct horse battery staple' },
);
export type LoginBody = InferType<typeof loginBody>;

export const publicRoutes = {
  health: {
    gateway: 'public',
    method: 'GET',
    path: '/v1/health',
    auth: 'none',
    tag: 'Service',
    summary: 'Check the service',
    description: '`ok` is false while the service responds but its database does not.',
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: healthResponse, description: 'Whether requests can be served.' },
    errors: [],
  },
  openapi: {
    gateway: 'public',
    method: 'GET',
    path: '/v1/openapi.json',
    auth: 'none',
    tag: 'Service',
    summary: 'Get this description',
    description: 'The interface as an OpenAPI 3.1 document.',
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: openApiResponse, description: 'An OpenAPI 3.1 object.' },
    errors: [],
  },
  signup: {
    gateway: 'public',
    method: 'POST',
    path: '/v1/auth/signup',
    auth: 'none',
    tag: 'Accounts',
    summary: 'Sign up',
    description:
      'Creates an unverified customer organization, its owner and a session. Email addresses compare without regard to case. Sign-ups and sign-ins together: at most 10 in 10 minutes per address.',
    body: signupBody,
    bodyLimitBytes: bodyLimits.default,
    success: { status: 201, schema: sessionResponse, description: 'The session token is shown only here.' },
    errors: ['email_taken', 'rate_limited', 'busy'],
  },
  login: {
    gateway: 'public',
    method: 'POST',
    path: '/v1/auth/login',
    auth: 'none',
    tag: 'Accounts',
    summary: 'Sign in',
    description:
      'A wrong email and a wrong password give the same response. After 5 wrong passwords for an account within 15 minutes, every sign-in to it is 429 until the oldest of them is 15 minutes old.',
    body: loginBody,
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: sessionResponse, description: 'The session token is shown only here.' },
    errors: ['invalid_credentials', 'rate_limited', 'busy'],
  },
} as const satisfies Record<string, Route>;
