export { CaseProcesses, type CaseProcessesOptions, type ProcessStatus } from './case-processes.ts';
export { CaseClient, type CaseClientOptions, OutcomeUnknownError } from './client.ts';
export { casesTaskQueue, type CaseWait, caseWorkflowId, type CommandResult } from './messages.ts';
export type { CaseRef } from './start-options.ts';
export { createClient } from './temporal-client.ts';
export { DeliveryClient, type DeliveryClientOptions } from './delivery-client.ts';
export { type DeliveryActivities, deliveryTaskQueue, type WebhookActivities, webhookTaskQueue } from './delivery.ts';
