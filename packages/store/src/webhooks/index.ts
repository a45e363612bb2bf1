export {
  countEndpointOutcome,
  deadEndpoint,
  disableDeadEndpoint,
  type EndpointOutcome,
  findDisabledEndpoint,
} from './dead-endpoints.ts';
export {
  type DeliveryRow,
  type DeliveryStatus,
  findDelivery,
  listEndpointDeliveries,
  requestAttempt,
} from './deliveries.ts';
export {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  type WebhookEndpointRow,
} from './endpoints.ts';
export { listDeliveries, redeliver } from './operations.ts';
export {
  type ClaimedDelivery,
  keptAttempts,
  listDueEndpoints,
  listIdleEndpoints,
  type OutboxEndpoint,
  recordAndClaim,
  type RecordedAttempt,
  releaseDeliveries,
  restEndpoint,
  wakeEndpoint,
} from './outbox.ts';
