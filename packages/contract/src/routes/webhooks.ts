import type { InferType } from 'yup';
import { component, id, instant, integer, list, oneOf, responseText, strictObject, text } from '../fields.ts';
import { maxWebhookEndpoints } from '../limits.ts';
import type { RouteRow } from './route.ts';
import { messageType, mode, optInMessages } from '../schemas/enumerations.ts';
import { messageFields } from './events.ts';
import { nextCursor, pageQuery } from '../schemas/page.ts';

const fields = {
  id: id('webhookEndpoint'),
  url: responseText(),
  mode,
  createdAt: instant(),
  events: list(messageType).optional().meta({
    description: 'The types of messages for which the endpoint was registered. An addition to the published interface.',
  }),
};

const example = {
  id: 'we_7d1c2b3a-4f5e-4a6b-9c8d-1e2f3a4b5c6d',
  url: 'https://hooks.example.com/cases',
  mode: 'test',
  createdAt: '2026-07-01T09:20:00.000Z',
} as const;

const webhookEndpoint = component(
  'WebhookEndpoint',
  strictObject({
    ...fields,
    disabledAt: instant().optional().meta({
      description:
        'When the endpoint was disabled because all deliveries had failed for days; otherwise absent. Register its URL again to enable it.',
    }),
  }),
  example,
);
export type WebhookEndpoint = InferType<typeof webhookEndpoint>;

const webhookEndpointList = strictObject({ items: list(webhookEndpoint) });

const createdWebhookEndpoint = component(
  'CreatedWebhookEndpoint',
  strictObject({
    ...fields,
    secret: responseText().meta({ description: 'The signing secret, `whsec_...`; shown only here.' }),
  }),
  { ...example, secret: 'whsec_5Rk2nV8pQ1sW9xD2fG5jL7zC0bM4vT8yRaUiEoNqwe3HtY6' },
);

const rotatedSecret = component(
  'RotatedSecret',
  strictObject({
    secret: responseText().meta({ description: 'The new signing secret, `whsec_...`; shown only here.' }),
    previousUntil: instant().meta({ description: 'Until then deliveries are also signed with the previous secret.' }),
  }),
  { secret: 'whsec_5Rk2nV8pQ1sW9xD2fG5jL7zC0bM4vT8yRaUiEoNqwe3HtY6', previousUntil: '2026-07-02T09:20:00.000Z' },
);

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

/** The reasons why an attempt got no response. */
const attemptErrors = [
  'blocked',
  'dns',
  'refused',
  'unreachable',
  'reset',
  'tls',
  'protocol',
  'timeout',
  'unreadable_secret',
] as const;

const type = messageType.meta({
  description: '`case.` followed by the action, or another message type that the endpoint asked for.',
});
const { caseId } = messageFields;

const webhookDelivery = component(
  'WebhookDelivery',
  strictObject({
    id: id('webhookDelivery'),
    eventId: responseText(),
    type,
    caseId,
    status: oneOf(deliveryStatuses).meta({
      description: '`pending`: an attempt is due at `nextAttemptAt`. `failed`: the last attempt failed.',
    }),
    createdAt: instant(),
    nextAttemptAt: instant().nullable(),
    attempts: list(
      strictObject({
        at: instant().meta({ description: 'When the attempt began.' }),
        statusCode: integer().nullable().meta({ description: 'The status of the response. Null if there was none.' }),
        error: oneOf(attemptErrors).nullable().meta({ description: 'Why there was no response; otherwise null.' }),
        durationMs: integer({ min: 0 }),
      }),
    ).meta({ description: 'The newest 20, oldest first.' }),
  }),
  {
    id: 'whd_3e5d7c9b-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
    eventId: 'evt_8c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
    type: 'case.start_cure_period',
    caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
    status: 'pending',
    createdAt: '2026-07-01T09:31:00.000Z',
    nextAttemptAt: '2026-07-01T09:37:01.412Z',
    attempts: [
      { at: '2026-07-01T09:31:00.180Z', statusCode: null, error: 'refused', durationMs: 4 },
      { at: '2026-07-01T09:32:00.391Z', statusCode: 503, error: null, durationMs: 1021 },
    ],
  },
);
export type WebhookDelivery = InferType<typeof webhookDelivery>;
export type WebhookAttempt = WebhookDelivery['attempts'][number];

const webhookDeliveryPage = strictObject({ items: list(webhookDelivery), nextCursor });

const webhookDeliveryQuery = strictObject({
  ...pageQuery,
  status: oneOf(deliveryStatuses).optional().meta({ description: 'Only deliveries with this status.' }),
});

export const webhookMessage = component(
  'WebhookMessage',
  strictObject({
    id: id('event').meta({
      description: 'The id of the event. It is the same on every attempt and for every endpoint.',
    }),
    ...messageFields,
    type,
    createdAt: instant(),
  }),
  {
    id: 'evt_8c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
    type: 'case.start_cure_period',
    caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
    state: 'cure_period',
    createdAt: '2026-07-01T09:31:00.000Z',
  },
);

const createWebhookEndpointBody = component(
  'CreateWebhookEndpoint',
  strictObject({
    url: text({ min: 1, max: 2048 }).meta({
      description:
        'Must begin with `https://`, must not contain a username or password, and must lead to a public address, not to localhost or a private network.',
    }),
    events: list(messageType, { min: 1, max: 100 })
      .optional()
      .meta({
        description: `Only messages of these types are sent, by default those of all events. An addition to the published interface. These types are not events: ${Object.entries(
          optInMessages,
        )
          .map(([name, what]) => `\`${name}\` (${what.replace('.', '').toLowerCase()})`)
          .join(', ')}.`,
      }),
  }),
  { url: 'https://hooks.example.com/cases' },
);

const customer = { auth: 'customer', tag: 'Webhooks' } as const;

/** Endpoints that events are posted to, and the result of each delivery. */
export const webhookRoutes = {
  listWebhookEndpoints: {
    ...customer,
    endpoint: 'GET /v1/webhook-endpoints',
    summary: 'List webhook endpoints',
    description: "The endpoints in the credential's mode, oldest first.",
    success: { status: 200, schema: webhookEndpointList, description: 'The endpoints, never their secrets.' },
  },
  createWebhookEndpoint: {
    ...customer,
    endpoint: 'POST /v1/webhook-endpoints',
    agents: 'forbidden',
    summary: 'Register a webhook endpoint',
    description: `From now on, customer-visible events of the cases in the credential's mode are posted to the endpoint, signed with its secret. At most ${maxWebhookEndpoints} endpoints per mode; one more returns 400 with the issue \`too_many_endpoints\`. An endpoint is disabled if all its deliveries have failed for 5 days, and there were at least 20 of them. Registering its URL again enables it for new events, with the same id and a new secret; \`GET /v1/events\` has the events that it missed. Registering the URL of an enabled endpoint creates a second endpoint, so its receiver gets everything twice. To change an endpoint, delete it and register it again. \`Idempotency-Key\` is ignored, so the secret is never stored.`,
    body: createWebhookEndpointBody,
    success: { status: 201, schema: createdWebhookEndpoint, description: 'The secret is shown only here.' },
    idempotent: 'ignored',
  },
  rotateWebhookSecret: {
    ...customer,
    addition: true,
    endpoint: 'POST /v1/webhook-endpoints/{id}/rotate-secret',
    agents: 'forbidden',
    params: { id: 'webhookEndpoint' },
    summary: 'Rotate the signing secret',
    description:
      'Deliveries are signed with the new secret at once. For 24 hours, `X-Service-Signature-Previous` has the signature made with the previous secret. Rotating again ends this period early. `Idempotency-Key` is ignored, so the secret is never stored.',
    success: { status: 200, schema: rotatedSecret, description: 'The secret is shown only here.' },
    idempotent: 'ignored',
  },
  deleteWebhookEndpoint: {
    ...customer,
    endpoint: 'DELETE /v1/webhook-endpoints/{id}',
    agents: 'forbidden',
    params: { id: 'webhookEndpoint' },
    summary: 'Delete a webhook endpoint',
    description: 'Deletes the endpoint and the log of its deliveries, and drops pending deliveries.',
    success: { status: 204, schema: null, description: 'The endpoint is deleted.' },
  },
  listWebhookDeliveries: {
    ...customer,
    addition: true,
    endpoint: 'GET /v1/webhook-endpoints/{id}/deliveries',
    params: { id: 'webhookEndpoint' },
    summary: 'List the deliveries to a webhook endpoint',
    description:
      'Newest first, each with its attempts. A cursor is valid only with its endpoint and `status`. Deliveries are stored for 90 days, and longer while they are pending.',
    query: webhookDeliveryQuery,
    success: { status: 200, schema: webhookDeliveryPage, description: 'One page of deliveries.' },
  },
  redeliverWebhook: {
    ...customer,
    addition: true,
    endpoint: 'POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
    params: { id: 'webhookEndpoint', deliveryId: 'webhookDelivery' },
    summary: 'Send a delivery again',
    description:
      'Makes exactly one more attempt at a finished delivery, with the same body and a fresh signature; if that attempt fails, no other follows. A pending delivery is attempted now and keeps its remaining attempts. A disabled endpoint returns 409 `invalid_state`: register its URL again. At most 30 a minute per organization.',
    success: { status: 202, schema: webhookDelivery, description: 'The delivery.' },
    errors: ['invalid_state'],
  },
} as const satisfies Record<string, RouteRow>;
