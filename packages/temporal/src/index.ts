export { CaseProcesses, type CaseProcessesOptions, type ProcessStatus } from './case-processes.ts';
export { CaseClient, type CaseClientOptions, OutcomeUnknownError } from './client.ts';
export { casesTaskQueue, type CaseWait, caseWorkflowId, type CommandResult } from './messages.ts';
export type { CaseRef } from './start-options.ts';
export { createClient } from './temporal-client.ts';
export { type Due, OutboxClient, type OutboxClientOptions } from './outbox-client.ts';
export { type EndpointRef, outboxTaskQueue } from './outbox.ts';
