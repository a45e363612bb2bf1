import { findCase } from '@evict/store/cases';
import { startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../support/operate.ts';
import { advanceCase, seedDraft } from '../support/seed.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('a submit that waited behind a refused one starts the case', async () => {
  const ref = await seedDraft(stack, { amountOwedCents: 100_001 });
  await stack.stopWorker();
  const first = command(stack, ref, { kind: 'submit' });
  await expect.poll(() => isRunning(ref.caseId)).toBe(true);
  const second = command(stack, ref, { kind: 'submit' });
  // The customer corrects the draft after it was checked for the first and before it is checked for the second.
  const { pool } = stack.store;
  const [before, between] = await Promise.all([pool.connect(), pool.connect()]);
  await before.query('BEGIN; LOCK TABLE "Case" IN ACCESS EXCLUSIVE MODE');
  await stack.startWorker();
  await expect.poll(waitingForCases).toBe(1);
  const locked = between.query('BEGIN; LOCK TABLE "Case" IN ACCESS EXCLUSIVE MODE');
  await expect.poll(waitingForCases).toBe(2);
  await before.query('COMMIT');
  await locked;
  await between.query(`UPDATE "Case" SET facts = jsonb_set(facts, '{amountOwedCents}', '100000')`);
  await between.query('COMMIT');
  before.release();
  between.release();

  expect(await first).toEqual({ ok: false, code: 'gates_failed' });
  expect(await second).toEqual({ ok: true });
  expect(await isRunning(ref.caseId)).toBe(true);
  expect(await advanceCase(stack, ref)).toEqual({ ok: true });
  expect((await findCase(stack.store, ref, ref.caseId))?.state).toBe('notice_sent');
});

async function isRunning(caseId: string): Promise<boolean> {
  const found = await stack.client.workflow
    .getHandle(caseId)
    .describe()
    .catch(() => null);
  return found?.status.name === 'RUNNING';
}

async function waitingForCases(): Promise<number> {
  const { rows } = await stack.store.pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = '"Case"'::regclass`,
  );
  return rows[0]?.waiting ?? 0;
}
