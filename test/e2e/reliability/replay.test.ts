import { eventRules, type OperatorCommand, type Outcome, reviewDecisions, states } from '@evict/case-model';
import * as messages from '@evict/temporal/messages';
import type { RecordActivities, WorkActivities } from '@evict/temporal/case-activities';
import type { OperateInput } from '@evict/temporal/messages';
import { type RetentionActivities, retentionRules } from '@evict/temporal/retention';
import { Worker } from '@temporalio/worker';
import { describe, expect, inject, test } from 'vitest';
import { stories } from '../../histories/stories.ts';
import { textsIn, textsOf } from '../../histories/tenant-texts.ts';
import { textOf } from '../support/history.ts';
import { recordedHistories, wayThrough } from '../support/recorded.ts';
import { startService } from '../support/service.ts';

const recorded = recordedHistories();
const names = recorded.map(({ name }) => name);
const ways = recorded.map(({ history }) => wayThrough(history));
const tenantTexts = [...new Set(stories.flatMap((story) => textsOf(story.tenantData)))];

describe('recorded histories', () => {
  test('there is one of every story', () => {
    expect(stories.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(recorded)('$name is replayed by the workflow as it is now', ({ name, history }) => replay(name, history));

  test.each(recorded)('$name holds no name, address, amount or text of its case', ({ history }) => {
    expect(tenantTexts).toEqual(
      expect.arrayContaining(['Terry Example', '12 Sandbox Way', '100000', 'complaint-by-counsel.pdf']),
    );
    expect(textsIn(textOf(history), tenantTexts)).toEqual([]);
  });
});

describe('some recorded history', () => {
  // Every list is the program's own, so that what is new there is missed here.
  const live = ways.filter(({ mode }) => mode === 'live');
  const updates = ways.flatMap((way) => way.updates);
  const inputsOf = <T>(name: string) => updates.filter((one) => one.name === name).map(({ input }) => input as T);
  const activities = ways.flatMap((way) => way.activities);

  test('of a live case has been in every state', () => {
    const seen = live.flatMap((way) => way.states);
    expectSeen(states, seen);
  });

  test.each(['live', 'test'] as const)('has every event that the lifecycle knows of %s mode', (mode) => {
    const actions = Object.entries(eventRules).flatMap(([action, rule]) => (rule[mode] === 'never' ? [] : [action]));
    const seen = ways.filter((way) => way.mode === mode).flatMap((way) => way.actions);
    expectSeen(actions, seen);
  });

  test('has taken every Update and every signal', () => {
    const taken = updates.map(({ name }) => name);
    const defined = (type: 'update' | 'signal') =>
      Object.values(messages).flatMap((one) =>
        typeof one === 'object' && 'type' in one && one.type === type ? [one.name] : [],
      );
    expect(defined('update')).toContain(messages.submitUpdate.name);
    expectSeen(defined('update'), taken);
    const signals = defined('signal');
    expect(signals).toContain(messages.evidenceAddedSignal.name);
    const heard = ways.flatMap((way) => way.signals);
    expectSeen(signals, heard);
  });

  test('has taken every review, outcome and command of operators', () => {
    const commands = inputsOf<OperateInput>(messages.operateUpdate.name).map(({ command }) => command);
    const reviews = commands.flatMap((one) => (one.kind === 'review' ? one.decision : []));
    expectSeen(reviewDecisions, reviews);
    const outcomes = commands.flatMap((one) => (one.kind === 'outcome' ? one.outcome.type : []));
    expectSeen(Object.keys(outcomeTypes), outcomes);
    const operated = commands.flatMap((one) => ('operator' in one ? one.kind : []));
    // Accepted only in the moment before the timer of the same instant: a story has it refused.
    expectSeen(Object.keys(operatorCommands), [...operated, 'expire_notice']);
  });

  test('has every activity of the workflows, and every rule of retention', () => {
    const done = activities.map(({ name }) => name);
    expectSeen(Object.keys(allActivities), done);
    const pages = activities.filter(({ name }) => name === 'applyRetention');
    const rules = pages.map(({ input }) => (input as { rule: string }).rule);
    expectSeen(retentionRules, rules);
  });

  test('of a live case was moved on by each of its timers', () => {
    const retryTimer = 'Wait to retry engage_attorney (failed attempts: 1)';
    const timers = ['The end of the notice period', retryTimer, 'Wait for somebody to act'];
    const fired = live.flatMap((way) => way.timers);
    expectSeen(timers, fired);
  });
});

describe('a workflow that ran now', async () => {
  const service = await startService({ liveMode: true });

  test.each(stories)('$name ends where it should, within bounds, without a text, and replays', async (story) => {
    const workflowId = await story.play(service);
    const handle = service.stack.client.workflow.getHandle(workflowId);
    expect(await handle.result()).toEqual(story.endsIn);
    const { historyLength, historySize } = await handle.describe();
    expect(historyLength).toBeLessThanOrEqual(400);
    expect(historySize).toBeLessThanOrEqual(200 * 1024);
    const history = await handle.fetchHistory();
    expect(textsIn(textOf(history), tenantTexts)).toEqual([]);
    await replay(workflowId, history);
  });
});

// The compiler knows the names that no list has.
const outcomeTypes = {
  hearing_scheduled: true,
  judgment: true,
  writ_requested: true,
  writ_issued: true,
  closed: true,
} satisfies Record<Outcome['type'], true>;

const operatorCommands = {
  record_service: true,
  record_filing: true,
  correct_service: true,
  correct_filing: true,
  correct_hearing: true,
  correct_judgment: true,
  set_deadline: true,
  change_deadline: true,
  remove_deadline: true,
  record_fact: true,
  hold: true,
  resume: true,
  outcome: true,
  confirm_withdrawal: true,
  cure: true,
  expire_notice: true,
  rework_filing: true,
  attach: true,
  assign: true,
  retry_step: true,
} satisfies Record<OperatorCommand['kind'], true>;

const allActivities = {
  prepareSubmission: true,
  prepareReview: true,
  findAttorney: true,
  loadRecord: true,
  recordRestored: true,
  recordTransition: true,
  makeSummary: true,
  makeDocuments: true,
  moveClock: true,
  applyRetention: true,
  clearLeftovers: true,
} satisfies Record<keyof (RecordActivities & WorkActivities & RetentionActivities), true>;

function expectSeen(expected: readonly string[], seen: readonly string[]): void {
  expect(expected.filter((one) => !seen.includes(one))).toEqual([]);
}

type History = (typeof recorded)[number]['history'];

async function replay(workflowId: string, history: History): Promise<void> {
  const workflowBundle = { codePath: inject('servers').workflowBundle };
  for await (const { error } of Worker.runReplayHistories({ workflowBundle }, [{ workflowId, history }])) {
    expect(error).toBeUndefined();
  }
}
