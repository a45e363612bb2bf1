import { setTimeout } from 'node:timers/promises';
import { caseQuery, type CaseView } from '@evict/temporal';
import { fastForward } from '@evict/temporal/fast-forward';
import { skipExpiryMs } from '@evict/temporal/messages';
import { startStack, type TestStack } from '@evict/testkit';
import { tsToMs } from '@temporalio/common/lib/time.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operate } from '../support/operate.ts';
import { advanceCase, lostAdvance, seedDraft } from '../support/seed.ts';

// The contract of packages/temporal/src/fast-forward.ts with the server. Time skipping is a young part of its API: a
// server of another version has to pass this before anything is built on it.

const provenOn = /^1\.32\./;
const dayMs = 86_400_000;

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('the server is of the version that time skipping was proven on', async () => {
  const { serverVersion } = await stack.client.connection.workflowService.getSystemInfo({});
  expect(serverVersion).toMatch(provenOn);
});

test('an advance moves the clock to where its step is due, and leaves the next timer alone', async () => {
  const { ref, view, clock, timersFired } = await submittedCase();
  const submittedAt = (await view()).record.restingSince;

  await advanceCase(stack, ref); // the review, an hour of this stack
  await advanceCase(stack, ref); // service, a day
  const { state, record } = await view();
  expect(state).toBe('cure_period');
  expect(record.restingSince - submittedAt).toBeGreaterThanOrEqual(dayMs + 3_600_000);
  expect(record.restingSince - submittedAt).toBeLessThan(dayMs + 3_600_000 + 60_000);

  // A refused command takes a workflow task, which would let a skipped clock show.
  expect(await operate(stack, ref, { kind: 'retry_step' })).toEqual({ ok: false, code: 'invalid_transition' });
  expect(await timersFired()).toBe(0);
  expect((await view()).state).toBe('cure_period');
  const clockAheadMs = (await clock()) - Date.now();
  expect(Math.abs(clockAheadMs - dayMs - 3_600_000)).toBeLessThan(60_000);
});

test('where the sender of an advance dies before it skips, the next advance skips for both', async () => {
  const { ref, view, clock } = await submittedCase();
  expect(await lostAdvance(stack, ref)).toMatchObject({ ok: true, skipMs: expect.closeTo(3_600_000, -5) as number });
  expect(Math.abs((await clock()) - Date.now())).toBeLessThan(60_000);

  const begun = performance.now();
  expect(await advanceCase(stack, ref)).toEqual({ ok: true });
  // A skip of the first could have come until then.
  expect(performance.now() - begun).toBeGreaterThan(skipExpiryMs - 500);
  expect((await view()).state).toBe('cure_period');
  await operate(stack, ref, { kind: 'retry_step' });
  expect(Math.abs((await clock()) - Date.now() - dayMs - 3_600_000)).toBeLessThan(60_000);
});

test('a skip of the case itself that the server does not confirm holds nothing up, and the next advance skips for both', async () => {
  const { ref, view, clock } = await submittedCase();
  await lostAdvance(stack, ref);
  const unconfirmed = vi
    .spyOn(stack.client.connection.workflowService, 'updateWorkflowExecutionOptions')
    .mockImplementationOnce(async () => {
      await setTimeout(skipExpiryMs);
      throw new Error('14 UNAVAILABLE');
    });
  expect(await lostAdvance(stack, ref)).toEqual({ ok: true, skipMs: 0 });
  expect(unconfirmed).toHaveBeenCalledOnce();
  expect((await view()).state).toBe('cure_period');
  expect(Math.abs((await clock()) - Date.now())).toBeLessThan(60_000);

  expect(await advanceCase(stack, ref)).toEqual({ ok: true });
  unconfirmed.mockRestore();
  const { state, record } = await view();
  expect(state).toBe('filing_review');
  await operate(stack, ref, { kind: 'retry_step' });
  expect(Math.abs((await clock()) - record.clock)).toBeLessThan(60_000);
});

test('a skip that comes after its deadline has no effect', async () => {
  const { ref, events } = await submittedCase();
  const late = { workflowId: ref.caseId, durationMs: dayMs, deadline: Date.now() - 1 };
  await expect(fastForward(stack.client, late)).rejects.toThrow('too late');
  expect((await events()).filter((event) => event.workflowExecutionOptionsUpdatedEventAttributes)).toEqual([]);
});

test('however late the case is idle again, the clock is moved once for an advance', async () => {
  const { ref, events } = await submittedCase();
  await advanceCase(stack, ref);
  const moves = (await events()).flatMap(
    ({ workflowExecutionOptionsUpdatedEventAttributes: options }) => options ?? [],
  );
  expect(moves.map(({ timeSkippingConfig }) => timeSkippingConfig?.maxSessionSkipCount)).toEqual([1]);
});

test('the period of a notice ends at 00:00 UTC on the day after its last day, to within a minute', async () => {
  const { ref, view } = await submittedCase();
  for (let step = 0; step < 3; step += 1) await advanceCase(stack, ref);
  const { record } = await view();
  const end = Date.parse(`${record.notice?.expires}T00:00:00Z`) + dayMs;
  expect(record.restingSince).toBeGreaterThanOrEqual(end);
  expect(record.restingSince).toBeLessThan(end + 60_000);
});

async function submittedCase() {
  const ref = await seedDraft(stack);
  expect(await stack.cases.submit(ref)).toEqual({ ok: true });
  const handle = stack.client.workflow.getHandle(ref.caseId);
  const events = async () => (await handle.fetchHistory()).events ?? [];
  return {
    ref,
    view: () => handle.query<CaseView>(caseQuery),
    events,
    /** The time of the newest event, in epoch milliseconds. */
    clock: async () => tsToMs((await events()).at(-1)?.eventTime),
    timersFired: async () => (await events()).filter((event) => event.timerFiredEventAttributes).length,
  };
}
