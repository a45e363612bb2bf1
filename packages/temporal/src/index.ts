export { CaseClient, type CaseClientOptions, type CaseRef, OutcomeUnknownError } from './client.ts';
export { caseQuery, casesTaskQueue, type CaseView, caseWorkflowId, type CommandResult } from './messages.ts';
export { createClient } from './temporal-client.ts';
export { DeliveryClient, type DeliveryClientOptions } from './delivery-client.ts';
export { type DeliveryActivities, deliveryTaskQueue, type WebhookActivities, webhookTaskQueue } from './delivery.ts';
