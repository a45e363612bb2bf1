export { CaseClient, type CaseClientOptions, OutcomeUnknownError } from './client.ts';
export { caseQuery, casesTaskQueue, type CaseView, caseWorkflowId, type CommandResult } from './messages.ts';
