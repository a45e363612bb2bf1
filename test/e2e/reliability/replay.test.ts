import { readFile } from 'node:fs/promises';
import { waitKinds } from '@evict/case-model';
import { Worker } from '@temporalio/worker';
import { describe, expect, inject, test } from 'vitest';
import { historiesOf, startStoryService } from '../../histories/service.ts';
import { stories } from '../../histories/stories.ts';
import { textsIn, textsOf } from '../../histories/tenant-texts.ts';
import { textOf } from '../support/history.ts';
import { type History, recordedHistories, runsIn, wayThrough } from '../support/recorded.ts';

const recorded = recordedHistories();
const tenantTexts = [...new Set(stories.flatMap((story) => textsOf(story.tenantData)))];

describe('recorded histories', () => {
  test('exist for every story', () => {
    const names = recorded.map(({ name }) => name);
    expect(stories.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('can all be replayed by the current workflow', () => replay(recorded));

  test.each(recorded)('contain no tenant data in run $run of the story $name', ({ history }) => {
    expect(tenantTexts).toEqual(
      expect.arrayContaining(['Terry Example', '12 Sandbox Way', '100000', 'notice-by-counsel.pdf']),
    );
    expect(textsIn(textOf(history), tenantTexts)).toEqual([]);
  });

  test('cover everything that a case can wait for', () => {
    expectSeen(waitKinds, (way) => way.waits);
  });

  test('include timers that fired, timers that were canceled, and the most important commands', () => {
    expectSeen(['timerFired', 'timerCanceled'], (way) => way.events);
    expectSeen(['submit', 'advance', 'withdraw', 'review', 'hold'], (way) => way.updates);
  });

  test('include local and ordinary activities for decisions, due steps and retention', () => {
    expectSeen(
      ['local decideAndRecord', 'local performDue', 'performDue', 'applyRetention', 'clearLeftovers'],
      (way) => way.activities,
    );
  });

  test('include runs that continued as new', () => {
    expectSeen(['workflowExecutionContinuedAsNew', 'workflowExecutionCompleted'], (way) => way.events);
  });
});

describe('a new workflow run', async () => {
  const service = await startStoryService();
  /** These two stories contain everything that a case can wait for. The others only take other paths to the end. */
  const richest = stories.filter(({ name }) => ['sandbox-closed', 'live-every-wait-withdrawn'].includes(name));

  test.each(richest)(
    'completes the story $name, has no tenant data in its history, and can be replayed',
    async (story) => {
      const runs = runsIn(await historiesOf(service, story.play(service)));
      for (const history of runs) expect(textsIn(textOf(history), tenantTexts)).toEqual([]);
      await replay(runs.map((history, index) => ({ name: story.name, run: index + 1, history })));
    },
  );
});

test('the workflow bundle contains no legal rules and no decision logic', async () => {
  const bundle = await readFile(inject('servers').workflowBundle, 'utf8');
  const modules = new Set(bundle.match(/(?<=^\/\*{3}\/ "\.\/)(?:packages|services|workflows)\/[^"]+/gm));
  expect([...modules]).toContain('workflows/eviction-case/src/workflow.ts');
  const ofModel = [...modules].filter((name) => /^packages\/(?!temporal\/)/.test(name));
  expect(ofModel.toSorted()).toEqual(['packages/case-model/src/mode.ts', 'packages/case-model/src/retention.ts']);
});

function expectSeen(expected: readonly string[], of: (way: ReturnType<typeof wayThrough>) => string[]): void {
  const seen = new Set(recorded.flatMap(({ history }) => of(wayThrough(history))));
  expect(expected.filter((one) => !seen.has(one))).toEqual([]);
}

/** Replays the runs with one worker, because a worker takes longer to start than to replay. */
async function replay(runs: readonly { name: string; run: number; history: History }[]): Promise<void> {
  const workflowBundle = { codePath: inject('servers').workflowBundle };
  const histories = runs.map(({ name, run, history }) => ({ workflowId: `${name}, run ${run}`, history }));
  const replayed: string[] = [];
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
    expect(error, workflowId).toBeUndefined();
    replayed.push(workflowId);
  }
  expect(replayed).toEqual(histories.map(({ workflowId }) => workflowId));
}
