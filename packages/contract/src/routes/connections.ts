import type { InferType } from 'yup';
import { component, id, instant, list, oneOf, patternText, responseText, strictObject } from '../fields.ts';
import { connectionDays, limits, maxConnections } from '../limits.ts';
import { mode } from '../schemas/enumerations.ts';
import { keyScopes, type RouteRow } from './route.ts';

const confirms = ['required', 'never'] as const;

/** The id of a request, or the code that a device shows. */
function request() {
  return patternText(/^[\w -]{6,64}$/u, 'Must be the id of a request, or the code that a device shows.').meta({
    example: 'BCDF-GHJK',
  });
}

const connectionRequest = component(
  'ConnectionRequest',
  strictObject({
    name: responseText().meta({ description: 'The name that the app gives itself. It is not verified.' }),
    redirectHost: responseText().nullable().meta({
      description: 'The host to which the browser returns. Null for a device, which polls for the answer.',
    }),
    scopes: list(oneOf(keyScopes)),
    expiresAt: instant(),
  }),
  {
    name: 'Assistant',
    redirectHost: 'assistant.example.com',
    scopes: ['read', 'write'],
    expiresAt: '2026-07-01T09:59:00.000Z',
  },
);

const answer = {
  continueUrl: responseText().nullable().meta({
    format: 'uri',
    description: 'The URL at which the browser returns to the app. Null for a device, which polls for the answer.',
  }),
};

const connected = component('Connected', strictObject({ id: id('apiKey'), ...answer }), {
  id: 'key_3c2b1a09-8f7e-4d6c-9b5a-4e3d2c1b0a99',
  continueUrl: null,
});

const refused = component('ConnectionRefused', strictObject(answer), { continueUrl: null });

const connectBody = component(
  'ConnectApp',
  strictObject({
    request: request(),
    confirm: oneOf(confirms).optional().meta({
      description:
        '`required` (the default): a person has to confirm before the app submits or withdraws a case, reports a cure, or pays a charge. `never`, in test mode only: no confirmation is needed.',
    }),
  }),
  { request: 'BCDF-GHJK' },
);

const refuseBody = component('RefuseApp', strictObject({ request: request() }), { request: 'BCDF-GHJK' });

const connection = component(
  'Connection',
  strictObject({
    id: id('apiKey').meta({ description: 'Appears in audit events like the id of an API key.' }),
    name: responseText().nullable().meta({ description: 'The name that the app gives itself.' }),
    redirectHost: responseText()
      .nullable()
      .meta({ description: 'The host to which the browser returned. Null for a device.' }),
    mode,
    scopes: list(oneOf(keyScopes)),
    confirm: oneOf(confirms),
    createdAt: instant(),
    createdBy: strictObject({ id: id('user'), name: responseText().nullable() }),
    lastUsedAt: instant().nullable().meta({ description: 'Accurate to the minute.' }),
    expiresAt: instant().meta({
      description: `${connectionDays.unused} days after the last token refresh, but at most ${connectionDays.most} days after the app was connected.`,
    }),
  }),
  {
    id: 'key_3c2b1a09-8f7e-4d6c-9b5a-4e3d2c1b0a99',
    name: 'Assistant',
    redirectHost: 'assistant.example.com',
    mode: 'test',
    scopes: ['read', 'write'],
    confirm: 'required',
    createdAt: '2026-07-01T09:29:00.000Z',
    createdBy: { id: 'usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d', name: 'Robin Example' },
    lastUsedAt: null,
    expiresAt: '2026-07-31T09:29:00.000Z',
  },
);
export type Connection = InferType<typeof connection>;

const connections = { auth: 'session', tag: 'Connected apps', addition: true } as const;

/** Apps that act through OAuth once a member has connected them on the website. */
export const connectionRoutes = {
  listConnections: {
    ...connections,
    endpoint: 'GET /v1/connections',
    summary: 'List the connected apps',
    description: `The apps of the organization in the mode of the request, newest first. A connection ends ${connectionDays.unused} days after its last token refresh, ${connectionDays.most} days after the app was connected, or when the member who connected it sets a new password. In live mode, it also ends when that member is no longer an owner.`,
    success: { status: 200, schema: strictObject({ items: list(connection) }), description: 'The connections.' },
  },
  getConnectionRequest: {
    ...connections,
    endpoint: 'GET /v1/connection-requests',
    summary: 'Read what an app asks for',
    description: `Finds the request by its id, or by the code that a device shows. At most ${limits.connectionRequest.count} requests in ${limits.connectionRequest.windowSeconds / 60} minutes per organization.`,
    query: strictObject({ request: request() }),
    success: { status: 200, schema: connectionRequest, description: 'What the app asks for.' },
    errors: ['not_found'],
  },
  connectApp: {
    ...connections,
    endpoint: 'POST /v1/connections',
    summary: 'Connect an app',
    description: `Gives the app access to the organization in the mode of this request. An app's request can be answered once. In live mode, only an owner can answer it. At most ${maxConnections} apps can be connected per mode.`,
    body: connectBody,
    success: { status: 201, schema: connected, description: 'The connection. `continueUrl` is shown only here.' },
    errors: ['not_found', 'key_limit'],
    idempotent: 'ignored',
  },
  refuseApp: {
    ...connections,
    endpoint: 'POST /v1/connection-requests/refuse',
    summary: 'Refuse an app',
    description: 'The app is told that access was denied.',
    body: refuseBody,
    success: { status: 200, schema: refused, description: 'The app is refused.' },
    errors: ['not_found'],
  },
  disconnectApp: {
    ...connections,
    endpoint: 'DELETE /v1/connections/{id}',
    params: { id: 'apiKey' },
    summary: 'Disconnect an app',
    description: 'Its tokens stop working at once. Disconnecting an app that is already disconnected also returns 204.',
    success: { status: 204, schema: null, description: 'The app is disconnected.' },
  },
} as const satisfies Record<string, RouteRow>;
