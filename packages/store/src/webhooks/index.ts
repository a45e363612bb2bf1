export {
  countEndpointOutcomes,
  deadEndpoint,
  disableDeadEndpoint,
  type EndpointOutcome,
  failDeliveriesOfDisabled,
  findDisabledEndpoint,
} from './dead-endpoints.ts';
export * from './deliveries.ts';
export * from './endpoints.ts';
export * from './operations.ts';
export * from './outbox.ts';
