import { randomUUID } from 'node:crypto';
import {
  type RetentionProgress,
  retentionRules,
  type RetentionStart,
  retentionWorkflowType,
} from '@evict/temporal/retention';
import type { TestStack } from '@evict/testkit';
import { expect } from 'vitest';
import { pastTriggers } from '../e2e/support/past-triggers.ts';
import { seedDraft } from '../e2e/support/seed.ts';
import type { Story } from './story.ts';

const none = Object.fromEntries(retentionRules.map((rule) => [rule, { done: 0, failed: 0 }]));
/** More cases than fit on one page. */
const finishedCases = 60;
const carried: RetentionProgress = {
  rule: 'finished_test',
  after: 'case_7',
  counts: { ...(none as RetentionProgress['counts']), finished_test: { done: 7, failed: 1 } },
};

/** Stories of retention runs. The other cases in the database are too recent to be counted here. */
export const retentionStories: readonly Story[] = [
  {
    name: 'retention-of-more-than-a-page',
    tenantData: null,
    async play({ stack }) {
      await seedOld(stack, 1);
      await seedOld(stack, finishedCases, 'withdrawn');
      return run(
        stack,
        {},
        {
          idle_drafts: { done: 1, failed: 0 },
          finished_test: { done: finishedCases, failed: 0 },
        },
      );
    },
  },
  {
    name: 'retention-goes-on-as-new',
    tenantData: null,
    play: ({ stack }) => run(stack, { progress: carried }, carried.counts),
  },
];

async function run({ client, taskQueue }: TestStack, start: RetentionStart, counts: object): Promise<string> {
  const workflowId = `retention-${randomUUID()}`;
  const handle = await client.workflow.start(retentionWorkflowType, { workflowId, taskQueue, args: [start] });
  expect(await handle.result()).toMatchObject({ rule: null, counts });
  return workflowId;
}

/** Inserts test cases that were last changed long ago. They are only rows, without workflows. */
async function seedOld(stack: TestStack, count: number, state = 'draft'): Promise<void> {
  const seeded = await Promise.all(Array.from({ length: count }, () => seedDraft(stack)));
  await pastTriggers(
    stack.store,
    `UPDATE "Case" SET state = $2, "updatedAt" = now() - interval '400 days' WHERE id = ANY ($1)`,
    [seeded.map(({ caseId }) => caseId), state],
  );
}
