import type { Mode } from '@evict/case-model';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import { caseWorkflowId, type searchAttributes } from './messages.ts';

export interface CaseRef {
  caseId: string;
  organizationId: string;
  mode: Mode;
}

/**
 * How long a dead worker's task keeps its workflow from other workers. Temporal's default of 10 s is longer than a
 * caller waits. A local activity that takes longer extends its task automatically.
 */
const workflowTaskTimeout = '5s';

/** Returns the options that every start of a case workflow has in common. */
export function startOptions({ caseId, organizationId, mode }: CaseRef, taskQueue: string) {
  return {
    workflowId: caseWorkflowId(caseId),
    taskQueue,
    workflowTaskTimeout,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    staticSummary: `Eviction case, ${mode} mode`,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: keys.mode, value: mode },
      { key: keys.organization, value: organizationId },
    ]),
  } as const;
}

type Names = keyof typeof searchAttributes;
const keys = {
  mode: defineSearchAttributeKey('CaseMode' satisfies Names, SearchAttributeType.KEYWORD),
  organization: defineSearchAttributeKey('OrganizationId' satisfies Names, SearchAttributeType.KEYWORD),
};
