import { writeFile } from 'node:fs/promises';
import { startStack, type TestStack } from '@evict/testkit';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playStory, stories } from './stories.ts';

// `npm run histories` writes the recorded histories anew. Do that for a new way through the workflow; never to make a
// failing replay pass: the histories stand for cases that are open in production.

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test.each(stories)('$name is recorded', async (story) => {
  const caseId = await playStory(stack, story);
  const handle = stack.client.workflow.getHandle(caseId);
  await expect.poll(async () => (await handle.describe()).status.name).toBe('COMPLETED');
  const history = historyToJSON(await handle.fetchHistory());
  await writeFile(new URL(`${story.name}.json`, import.meta.url), history);
});
