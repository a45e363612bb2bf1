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
    name: responseText().meta({ description: 'The name that the app gives itself. Nobody has checked it.' }),
    redirectHost: responseText().nullable().meta({
      description: 'The host that gets the answer. Null for a device, which asks for it.',
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
    description: 'The address at which the browser returns to the app. Null for a device, which finds out by itself.',
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
        '`required` (the default): a person confirms what the key submits, withdraws, pays or reports as cured. `never`: nobody has to confirm, in test mode only.',
    }),
  }),
  { request: 'BCDF-GHJK' },
);

const refuseBody = component('RefuseApp', strictObject({ request: request() }), { request: 'BCDF-GHJK' });

const connection = component(
  'Connection',
  strictObject({
    id: id('apiKey').meta({ description: 'Appears in the audit like an API key.' }),
    name: responseText().nullable().meta({ description: 'The name that the app gives itself.' }),
    redirectHost: responseText().nullable().meta({ description: 'The host that got the answer. Null for a device.' }),
    mode,
    scopes: list(oneOf(keyScopes)),
    confirm: oneOf(confirms),
    createdAt: instant(),
    createdBy: strictObject({ id: id('user'), name: responseText().nullable() }),
    lastUsedAt: instant().nullable().meta({ description: 'To the minute.' }),
    expiresAt: instant().meta({
      description: `${connectionDays.unused} days after the last refresh, and at most ${connectionDays.most} days after it was made.`,
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

/** Apps that act through OAuth. A member connects them on the website. */
export const connectionRoutes = {
  listConnections: {
    ...connections,
    endpoint: 'GET /v1/connections',
    summary: 'List the connected apps',
    description: `Those of the organization in the mode, newest first. A connection ends ${connectionDays.unused} days after its last refresh, ${connectionDays.most} days after it was made, and with a new password of its member; in live mode also when they are no longer an owner.`,
    success: { status: 200, schema: strictObject({ items: list(connection) }), description: 'The connections.' },
  },
  getConnectionRequest: {
    ...connections,
    endpoint: 'GET /v1/connection-requests',
    summary: 'Read what an app asks for',
    description: `Finds the request by its id, or by the code that a device shows. At most ${limits.connectionRequest.count} in ${limits.connectionRequest.windowSeconds / 60} minutes per organization.`,
    query: strictObject({ request: request() }),
    success: { status: 200, schema: connectionRequest, description: 'What the app asks for.' },
    errors: ['not_found'],
  },
  connectApp: {
    ...connections,
    endpoint: 'POST /v1/connections',
    summary: 'Connect an app',
    description: `A signed-in member agrees once, in the mode of the request. In live mode the member has to be an owner. At most ${maxConnections} connected apps per mode.`,
    body: connectBody,
    success: { status: 201, schema: connected, description: 'The connection. Its address is shown only here.' },
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
