import { type CaseStart, caseWorkflowId } from './messages.ts';

export type CaseRef = Pick<CaseStart, 'caseId' | 'organizationId' | 'mode'>;

/** What every start of a case's workflow has in common. */
export function startOptions({ caseId, mode }: CaseRef, taskQueue: string) {
  return {
    workflowId: caseWorkflowId(caseId),
    taskQueue,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    staticSummary: `Eviction case, ${mode} mode`,
  } as const;
}
