import { findCase, listCustomerEvents } from '@evict/store/cases';
import { writeCommand } from '@evict/store/commands';
import { metrics } from '@evict/telemetry';
import { OutcomeUnknownError } from '@evict/temporal';
import { startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRows } from '../support/all-rows.ts';
import { command } from '../support/operate.ts';
import { type SeededCase, seedDraft } from '../support/seed.ts';

// The database refuses every statement about cases while their table is renamed.

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('a case retries failed decisions on timers that add little to its history, and continues once the database is back', async () => {
  const [withdrawn, reviewed] = await Promise.all([submittedCase(), submittedCase()]);
  const before = await historyLength(withdrawn);
  const retriesBefore = await retriesCounted();
  const withdrawal = { kind: 'withdraw' } as const;
  const id = crypto.randomUUID();
  await writeCommand(stack.store, {
    id,
    caseId: withdrawn.caseId,
    author: 'customer',
    authorId: 'usr_test',
    body: withdrawal,
  });
  await rename('Case', 'CaseAway');

  const sent = stack.cases.send(withdrawn, 'withdraw', id);
  // The time for the review is over, but the next step can't be decided.
  await stack.store.pool.query('UPDATE "CaseAway" SET "clockAheadMs" = 7200000 WHERE id = $1', [reviewed.caseId]);
  await stack.cases.look(reviewed.caseId);
  await expect(sent).rejects.toThrow(OutcomeUnknownError);
  // Attempts in quick succession belong to one workflow task. Each later attempt waits for its own timer.
  await expect.poll(() => timers(withdrawn)).toBeGreaterThanOrEqual(2);
  const waited = await timers(withdrawn);
  // Each of them adds a marker, a started and a fired timer, and a workflow task. The earlier attempts add heartbeats.
  expect((await historyLength(withdrawn)) - before).toBeLessThanOrEqual(30 + 9 * waited);
  expect(await retriesCounted()).toBeGreaterThan(retriesBefore);

  await rename('CaseAway', 'Case');
  const outcome = () => command(stack, withdrawn, withdrawal, { id }).catch((error: Error) => error.name);
  await expect.poll(outcome).toEqual({ ok: true });
  expect(await actionsOf(withdrawn)).toEqual(['submit', 'withdraw']);
  await expect.poll(() => stateOf(reviewed)).toBe('notice_sent');
  expect(await actionsOf(reviewed)).toEqual(['submit', 'approve_notice', 'send_notice']);
});

async function submittedCase(): Promise<SeededCase> {
  const ref = await seedDraft(stack);
  expect(await command(stack, ref, { kind: 'submit' })).toEqual({ ok: true });
  return ref;
}

async function rename(from: string, to: string): Promise<void> {
  await stack.store.pool.query(`ALTER TABLE "${from}" RENAME TO "${to}"`);
}

async function historyLength({ caseId }: SeededCase): Promise<number> {
  return (await stack.client.workflow.getHandle(caseId).describe()).historyLength;
}

/** Returns how many timers the workflow has started since the one for its review. */
async function timers({ caseId }: SeededCase): Promise<number> {
  const { events } = await stack.client.workflow.getHandle(caseId).fetchHistory();
  return (events ?? []).filter(({ timerStartedEventAttributes }) => timerStartedEventAttributes).length - 1;
}

async function retriesCounted(): Promise<number> {
  const { values } = await metrics.localRetries.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}

async function actionsOf({ caseId, ...scope }: SeededCase): Promise<string[]> {
  return (await allRows(listCustomerEvents(stack.store, { scope, caseId }))).map(({ action }) => action);
}

async function stateOf(ref: SeededCase): Promise<string | undefined> {
  return (await findCase(stack.store, ref, ref.caseId))?.state;
}
