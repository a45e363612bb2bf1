export { CaseWorkflows } from './case-workflows.ts';
export { CaseClient, OutcomeUnknownError } from './client.ts';
export { casesTaskQueue, type CaseWait, caseWorkflowId, type CommandResult } from './messages.ts';
export type { CaseRef } from './start-options.ts';
export { createClient } from './temporal-client.ts';
