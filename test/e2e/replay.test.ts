import { readdirSync, readFileSync } from 'node:fs';
import { startStack, type TestStack } from '@evict/testkit';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { playStory, stories } from '../histories/stories.ts';

const folder = new URL('../histories/', import.meta.url);
const recorded = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('recorded histories', () => {
  test('there is one of every story', () => {
    expect(recorded.toSorted()).toEqual(stories.map(({ name }) => `${name}.json`).toSorted());
  });

  test.each(recorded)('%s is replayed by the workflow as it is now', async (name) => {
    const history = historyFromJSON(JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
    await replay(name, history);
  });
});

describe('a case that ran now', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.stop());

  test.each(stories)('$name ends where it should, within bounds, and replays', async (story) => {
    const caseId = await playStory(stack, story);
    const handle = stack.client.workflow.getHandle(caseId);
    expect(await handle.result()).toBe(story.endsIn);
    const { historyLength, historySize } = await handle.describe();
    expect(historyLength).toBeLessThanOrEqual(400);
    expect(historySize).toBeLessThanOrEqual(200 * 1024);
    await replay(caseId, await handle.fetchHistory());
  });
});

async function replay(workflowId: string, history: Awaited<ReturnType<typeof historyFromJSON>>): Promise<void> {
  const workflowBundle = { codePath: inject('servers').workflowBundle };
  const histories = [{ workflowId, history }];
  for await (const { error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
    expect(error).toBeUndefined();
  }
}
