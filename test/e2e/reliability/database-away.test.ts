import { findCase, listCustomerEvents } from '@evict/store/cases';
import { metrics } from '@evict/telemetry';
import { OutcomeUnknownError } from '@evict/temporal';
import { startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRows } from '../support/all-rows.ts';
import { type SeededCase, seedDraft } from '../support/seed.ts';
import { skipToTimer } from '../support/skip-time.ts';

// The database refuses every statement about cases for as long as their table has another name.

const skippedWaits = 5;

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('a case that cannot be recorded waits on timers with a small history, and continues by itself or with a command', async () => {
  const [withdrawn, reviewed] = await Promise.all([submittedCase(), submittedCase()]);
  const before = await historyLength(withdrawn);
  const retriesBefore = await retriesCounted();
  await rename('Case', 'CaseAway');

  const command = stack.cases.withdraw(withdrawn, { isDraft: false }, 'withdraw-1');
  await skipToTimer(stack, reviewed); // the review, whose step cannot be recorded
  await expect(command).rejects.toThrow(OutcomeUnknownError);
  await expect.poll(() => databaseTimers(withdrawn)).toHaveLength(1);
  const afterFirstRound = await historyLength(withdrawn);
  for (let wait = 0; wait < skippedWaits; wait += 1) await skipToTimer(stack, withdrawn);
  await expect.poll(() => databaseTimers(withdrawn)).toHaveLength(skippedWaits + 1);
  const afterOtherRounds = await historyLength(withdrawn);

  expect(await databaseTimers(withdrawn)).toEqual([10, 20, 40, 80, 160, 300]);
  expect(afterFirstRound - before).toBeLessThanOrEqual(40);
  // A marker, a timer, its end, a workflow task, and what moves the clock here.
  expect((afterOtherRounds - afterFirstRound) / skippedWaits).toBeLessThanOrEqual(9);
  expect(await retriesCounted()).toBeGreaterThan(retriesBefore);

  await rename('CaseAway', 'Case');
  const sentAgain = stack.cases.withdraw(withdrawn, { isDraft: false }, 'withdraw-1');
  // Another command ends the wait of five minutes, and takes its turn after the one that waits.
  expect(await stack.cases.reportCure(withdrawn)).toEqual({ ok: false, code: 'invalid_transition' });
  expect(await sentAgain).toEqual({ ok: true });
  expect(await actionsOf(withdrawn)).toEqual(['submit', 'withdraw']);
  await expect.poll(() => stateOf(reviewed)).toBe('notice_sent');
  expect(await actionsOf(reviewed)).toEqual(['submit', 'approve_notice', 'send_notice']);
});

async function submittedCase(): Promise<SeededCase> {
  const ref = await seedDraft(stack);
  expect(await stack.cases.submit(ref)).toEqual({ ok: true });
  return ref;
}

async function rename(from: string, to: string): Promise<void> {
  await stack.store.pool.query(`ALTER TABLE "${from}" RENAME TO "${to}"`);
}

async function historyLength({ caseId }: SeededCase): Promise<number> {
  return (await stack.client.workflow.getHandle(caseId).describe()).historyLength;
}

/** The lengths in seconds of the timers on which the case has waited for the database. */
async function databaseTimers({ caseId }: SeededCase): Promise<number[]> {
  const { events } = await stack.client.workflow.getHandle(caseId).fetchHistory();
  return (events ?? []).flatMap(({ timerStartedEventAttributes: timer, userMetadata }) => {
    const summary = Buffer.from(userMetadata?.summary?.data ?? []).toString();
    return timer && summary === '"Wait for the database"' ? [Number(timer.startToFireTimeout?.seconds)] : [];
  });
}

async function retriesCounted(): Promise<number> {
  const { values } = await metrics.localRetries.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}

async function actionsOf({ caseId }: SeededCase): Promise<string[]> {
  return (await allRows(listCustomerEvents(stack.store, caseId))).map(({ action }) => action);
}

async function stateOf(ref: SeededCase): Promise<string | undefined> {
  return (await findCase(stack.store, ref, ref.caseId))?.state;
}
