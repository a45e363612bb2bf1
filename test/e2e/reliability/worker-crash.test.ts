import { findCase, listCustomerEvents } from '@evict/store/cases';
import type { CommandResult } from '@evict/temporal';
import { startDyingWorker, startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRows } from '../support/all-rows.ts';
import { command } from '../support/operate.ts';
import { advanceCase, type SeededCase, seedDraft } from '../support/seed.ts';

// The worker is killed when the database has a decision and Temporal does not know of it yet. Temporal gives the
// task to the next worker after ten seconds, which is longer than a caller waits.

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('a recorded submit counts: its documents are rendered, and the case continues', async () => {
  const ref = await seedDraft(stack);
  await expectDoneOnce(
    ref,
    () => command(stack, ref, { kind: 'submit' }, { id: `${ref.caseId}-submit` }),
    'notice_review',
  );
  expect((await read(ref)).documents.map(({ kind }) => kind)).toEqual(['notice']);
  await advanceCase(stack, ref);
  expect((await read(ref)).state).toBe('notice_sent');
});

test('a step that was recorded is taken once', async () => {
  const ref = await seedDraft(stack);
  await command(stack, ref, { kind: 'submit' });
  const { sequence } = await read(ref);
  const advance = () => command(stack, ref, { kind: 'advance', sequence }, { id: `${ref.caseId}-advance` });
  await expectDoneOnce(ref, advance, 'notice_sent');
  await advanceCase(stack, ref);
  expect((await read(ref)).state).toBe('cure_period');
});

/** Sends a command that kills its worker; sent again, the same command finds its effect. */
async function expectDoneOnce(ref: SeededCase, send: () => Promise<CommandResult>, state: string): Promise<void> {
  await stack.stopWorker();
  const gone = startDyingWorker(stack);
  const sent = send();
  expect(await gone).toBe('SIGKILL');
  expect((await read(ref)).state).toBe(state);
  const decided = await eventsOf(ref);
  await stack.startWorker();
  expect(await sent).toEqual({ ok: true });
  // Decided a second time, it would have other ids and times than those that were recorded.
  expect((await eventsOf(ref)).slice(0, decided.length)).toEqual(decided);
  const actions = (await allRows(listCustomerEvents(stack.store, ref.caseId))).map(({ action }) => action);
  expect(new Set(actions).size).toBe(actions.length);
}

function eventsOf({ caseId }: SeededCase) {
  const where = { caseId, sequence: { not: null } };
  return stack.store.prisma.caseEvent.findMany({ where, orderBy: { sequence: 'asc' } });
}

async function read(ref: SeededCase) {
  const row = await findCase(stack.store, ref, ref.caseId);
  if (!row) throw new Error('no such case');
  return row;
}
