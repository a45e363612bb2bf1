import { component, strictObject, text } from '../fields.ts';
import { bodyLimits, maxWebhookEndpoints } from '../limits.ts';
import { createdWebhookEndpoint, webhookEndpointList } from '../schemas/webhook-endpoint.ts';
import type { Route } from './route.ts';

const createWebhookEndpointBody = component(
  'CreateWebhookEndpoint',
  strictObject({
    url: text({ min: 1, max: 2048 }).meta({
      description:
        'Begins with `https://`, contains no username or password, and leads to the public network: not to localhost and not to a private address.',
    }),
  }),
  { url: 'https://hooks.example.com/cases' },
);

export const webhookEndpointRoutes = {
  listWebhookEndpoints: {
    gateway: 'customer',
    method: 'GET',
    path: '/v1/webhook-endpoints',
    auth: 'customer',
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
    description: "The endpoints of the credential's mode, oldest first.",
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: webhookEndpointList, description: 'The endpoints, never their secrets.' },
    errors: [],
  },
  createWebhookEndpoint: {
    gateway: 'customer',
    method: 'POST',
    path: '/v1/webhook-endpoints',
    auth: 'customer',
    tag: 'Webhooks',
    summary: 'Register a webhook endpoint',
    description: `Every customer-visible event of the cases in the credential's mode is posted to it from now on, signed with its secret. At most ${maxWebhookEndpoints} per mode; one more is 400 with the issue \`too_many_endpoints\`. An endpoint at which everything failed for 5 days, 20 deliveries or more, is disabled; registering its URL again enables it, under its id and with a new secret. To change one, delete it and register again. \`Idempotency-Key\` is ignored, so that no secret is ever kept.`,
    body: createWebhookEndpointBody,
    bodyLimitBytes: bodyLimits.default,
    success: { status: 201, schema: createdWebhookEndpoint, description: 'The secret is shown only here.' },
    errors: [],
    idempotent: 'ignored',
  },
  deleteWebhookEndpoint: {
    gateway: 'customer',
    method: 'DELETE',
    path: '/v1/webhook-endpoints/{id}',
    params: { id: 'webhookEndpoint' },
    auth: 'customer',
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint',
    description: 'Deletes the endpoint and the log of its deliveries, and drops pending deliveries.',
    bodyLimitBytes: bodyLimits.default,
    success: { status: 204, schema: null, description: 'The endpoint is deleted.' },
    errors: [],
  },
} as const satisfies Record<string, Route>;
