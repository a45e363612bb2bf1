import { bodyLimits } from '../limits.ts';
import { webhookDelivery, webhookDeliveryPage, webhookDeliveryQuery } from '../schemas/webhook-delivery.ts';
import type { Route } from './route.ts';

const ofEndpoint = {
  gateway: 'customer',
  auth: 'customer',
  tag: 'Webhooks',
  addition: true,
  bodyLimitBytes: bodyLimits.default,
} as const;

/** What became of the events that were sent to an endpoint. */
export const webhookDeliveryRoutes = {
  listWebhookDeliveries: {
    ...ofEndpoint,
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}/deliveries',
    params: { id: 'webhookEndpoint' },
    summary: 'List the deliveries to a webhook endpoint',
    description:
      'Newest first, each with its attempts. A cursor belongs to its endpoint and `status`. Deliveries are kept for 90 days, and as long as they are pending.',
    query: webhookDeliveryQuery,
    success: { status: 200, schema: webhookDeliveryPage, description: 'One page of deliveries.' },
    errors: [],
  },
  redeliverWebhook: {
    ...ofEndpoint,
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
    params: { id: 'webhookEndpoint', deliveryId: 'webhookDelivery' },
    summary: 'Send a delivery once more',
    description:
      'Makes exactly one more attempt, with the same body and a fresh signature; if it fails, no other follows. A pending delivery is attempted now, and keeps the rest of its attempts. An endpoint that is disabled is 409 `invalid_state`: register its URL again. At most 30 a minute per organization.',
    success: { status: 202, schema: webhookDelivery, description: 'The delivery.' },
    errors: ['invalid_state'],
    idempotent: 'key',
  },
} as const satisfies Record<string, Route>;
