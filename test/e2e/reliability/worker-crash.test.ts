import { findCase } from '@evict/store/cases';
import { startDyingWorker, startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../support/operate.ts';
import { advanceCase, type SeededCase, seedDraft } from '../support/seed.ts';

// The worker is killed when the database has a decision and Temporal does not know of it yet. Temporal gives the task to
// the next worker when the time for it is over, and then the worker finds what the first one decided.

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('a step that was recorded is taken once, and a case with it goes on', async () => {
  const ref = await seedDraft(stack);
  await command(stack, ref, { kind: 'submit' });
  const { sequence } = await read(ref);
  await stack.stopWorker();
  const gone = startDyingWorker(stack);
  const sent = command(stack, ref, { kind: 'advance', sequence }, { id: `${ref.caseId}-advance` });
  expect(await gone).toBe('SIGKILL');
  expect((await read(ref)).state).toBe('notice_sent');
  const decided = await eventsOf(ref);
  await stack.startWorker();
  expect(await sent).toEqual({ ok: true });
  // Decided a second time, it would have other ids and times than those that were recorded.
  expect(await eventsOf(ref)).toEqual(decided);
  await advanceCase(stack, ref);
  expect((await read(ref)).state).toBe('cure_period');
});

function eventsOf({ caseId }: SeededCase) {
  const where = { caseId, sequence: { not: null } };
  return stack.store.prisma.caseEvent.findMany({ where, orderBy: { sequence: 'asc' } });
}

async function read(ref: SeededCase) {
  return (await findCase(stack.store, ref, ref.caseId)) ?? expect.unreachable('it is there');
}
