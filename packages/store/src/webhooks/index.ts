export {
  findPendingDelivery,
  type PendingDelivery,
  postponeAttempt,
  recordAttempt,
  type RecordedAttempt,
} from './attempts.ts';
export {
  countEndpointOutcome,
  deadEndpoint,
  disableDeadEndpoint,
  type EndpointOutcome,
  findDisabledEndpoint,
} from './dead-endpoints.ts';
export {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  type WebhookEndpointRow,
} from './endpoints.ts';
export { listDeliveries, redeliver } from './operations.ts';
export { listPendingDeliveries } from './record-deliveries.ts';
export { listStartableDeliveries, maxStartedAtOnce, type StartableDelivery, type StartablePage } from './startable.ts';
