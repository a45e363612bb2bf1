import type { CaseRecord } from '@evict/case-model';
import { knownWait, startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../support/operate.ts';
import { passOnCaseClock } from '../support/sandbox-time.ts';
import { advanceCase, type SeededCase, seedDraft } from '../support/seed.ts';

// The clock of a sandbox case is the database's clock plus the time that the case's advances have skipped. Temporal's
// own clock is the same for every case, and isn't moved.

const dayMs = 86_400_000;
const hourMs = 3_600_000;

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test("an advance moves its case's clock to the time when the step is due, but doesn't move another case's clock or Temporal's", async () => {
  const ref = await submittedCase();
  const other = await submittedCase();
  expect((await clockOf(ref)).aheadMs).toBeLessThan(1000);
  await advanceCase(stack, ref); // the review takes an hour in this stack
  await advanceCase(stack, ref); // service takes a day
  const { aheadMs, record } = await clockOf(ref);
  expect(record.state).toBe('cure_period');
  expect(aheadMs).toBeGreaterThan(dayMs + hourMs - 60_000);
  expect(aheadMs).toBeLessThanOrEqual(dayMs + hourMs);
  expect((await clockOf(other)).aheadMs).toBeLessThan(1000);
  const wait = await knownWait(stack.client, ref.caseId);
  expect(wait).toMatchObject({ state: 'cure_period', waitsFor: 'notice_period' });
  const end = Date.parse(`${record.notice?.expires}T00:00:00Z`) + dayMs;
  expect(Math.abs((wait?.dueInMs ?? 0) - (end - Date.now() - aheadMs))).toBeLessThan(60_000);
  const events = await historyOf(ref);
  expect(events.filter((event) => event.workflowExecutionOptionsUpdatedEventAttributes)).toEqual([]);
  expect(events.filter((event) => event.timerFiredEventAttributes)).toEqual([]);
});

test("without an advance, a notice period ends when the case's own clock reaches the end, and not before", async () => {
  const ref = await submittedCase();
  for (let step = 0; step < 2; step += 1) await advanceCase(stack, ref);
  const { aheadMs, record } = await clockOf(ref);
  const left = Date.parse(`${record.notice?.expires}T00:00:00Z`) + dayMs - Date.now() - aheadMs;
  await passOnCaseClock(stack, ref, left - hourMs);
  await expect.poll(async () => (await knownWait(stack.client, ref.caseId))?.dueInMs).toBeLessThanOrEqual(hourMs);
  // By the time this command is decided, the workflow has checked what is due.
  expect(await command(stack, ref, { kind: 'submit' })).toMatchObject({ ok: false });
  expect((await clockOf(ref)).record.state).toBe('cure_period');

  await passOnCaseClock(stack, ref, hourMs - 3000);
  await expect.poll(async () => (await clockOf(ref)).record.state).toBe('filing_review');
  expect((await clockOf(ref)).aheadMs).toBeLessThanOrEqual(aheadMs + left - 2000);
  const events = await stack.store.prisma.caseEvent.findMany({ where: { caseId: ref.caseId } });
  expect(events.filter(({ action }) => action === 'cure_period_expired')).toMatchObject([{ actorType: 'platform' }]);
});

async function submittedCase(): Promise<SeededCase> {
  const ref = await seedDraft(stack);
  expect(await command(stack, ref, { kind: 'submit' })).toEqual({ ok: true });
  return ref;
}

/** Returns the case's record, and how far its clock is ahead of the database's. */
async function clockOf({ caseId }: SeededCase) {
  const { record, clockAheadMs } = await stack.store.prisma.case.findUniqueOrThrow({ where: { id: caseId } });
  return { record: record as unknown as CaseRecord, aheadMs: Number(clockAheadMs) };
}

async function historyOf({ caseId }: SeededCase) {
  return (await stack.client.workflow.getHandle(caseId).fetchHistory()).events ?? [];
}
