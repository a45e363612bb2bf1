export { CaseClient, type CaseClientOptions, OutcomeUnknownError } from './client.ts';
export { caseQuery, casesTaskQueue, type CaseView, caseWorkflowId, type CommandResult } from './messages.ts';
export { DeliveryClient, type DeliveryClientOptions } from './delivery-client.ts';
export { type DeliveryActivities, deliveryTaskQueue } from './delivery.ts';
