import type { CaseRecord } from '@evict/case-model';
import { caseQuery, type CaseView } from '@evict/temporal';
import { startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operate } from '../support/operate.ts';
import { advanceCase, type SeededCase, seedDraft } from '../support/seed.ts';
import { skipTime } from '../support/skip-time.ts';

// A command can be committed to the database and lost to Temporal: its server forgets an Update that no workflow task
// has accepted when it goes down in that moment. It is made here by a workflow that begins again and has heard nothing.

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('an advance continues from the state in the database', async () => {
  const ref = await submitMissed();
  expect(await advanceCase(stack, ref)).toEqual({ ok: true });
  expect((await view(ref)).state).toBe('notice_sent');
  expect(await actions(ref)).toEqual(['submit', 'approve_notice', 'send_notice']);
});

test('a withdrawal ends the case where it is', async () => {
  const ref = await submitMissed();
  expect(await stack.cases.withdraw(ref, { isDraft: false })).toEqual({ ok: true });
  expect(await actions(ref)).toEqual(['submit', 'withdraw']);
});

test('a submit sent again is refused as of the case it became', async () => {
  const ref = await submitMissed();
  expect(await stack.cases.submit(ref)).toEqual({ ok: false, code: 'invalid_transition' });
  expect(await actions(ref)).toEqual(['submit']);
});

test('the case continues by itself when nobody sends anything', async () => {
  const ref = await submitMissed();
  await skipTime(stack, ref, 61);
  await expect.poll(async () => (await view(ref)).state).toBe('notice_review');
  await skipTime(stack, ref, 3600);
  await expect.poll(async () => (await view(ref)).state).toBe('notice_sent');
});

test('an advance whose step was already recorded takes no other step', async () => {
  const ref = await seedDraft(stack);
  await stack.cases.submit(ref);
  await advanceCase(stack, ref);
  const heard = await recordOf(ref);
  await advanceCase(stack, ref);
  await restart(ref, heard);
  // Temporal hands the advance over again; the other command is refused as of the case that the database has.
  const retry = operate(stack, ref, { kind: 'retry_step' });
  const responses = await Promise.all([stack.cases.advance(ref, heard.sequence), retry]);
  expect(responses).toEqual([{ ok: true }, { ok: false, code: 'invalid_transition' }]);
  expect((await view(ref)).state).toBe('cure_period');
  expect(await actions(ref)).toEqual(['submit', 'approve_notice', 'send_notice', 'notice_served', 'start_cure_period']);
});

async function submitMissed(): Promise<SeededCase> {
  const ref = await seedDraft(stack);
  expect(await stack.cases.submit(ref)).toEqual({ ok: true });
  await restart(ref);
  return ref;
}

/** Restarts the workflow of the case from that record. */
async function restart(ref: SeededCase, record?: CaseRecord): Promise<void> {
  await stack.client.workflow.getHandle(ref.caseId).terminate('forgets what it has heard');
  await stack.client.workflow.start('evictionCase', {
    workflowId: ref.caseId,
    taskQueue: stack.taskQueue,
    args: [{ ...ref, ...(record && { record }) }],
  });
}

async function recordOf({ caseId: id }: SeededCase): Promise<CaseRecord> {
  const { record } = await stack.store.prisma.case.findUniqueOrThrow({ where: { id }, select: { record: true } });
  return record as unknown as CaseRecord;
}

function view({ caseId }: SeededCase): Promise<CaseView> {
  return stack.client.workflow.getHandle(caseId).query<CaseView>(caseQuery);
}

async function actions({ caseId }: SeededCase): Promise<string[]> {
  const where = { caseId, internal: false };
  const events = await stack.store.prisma.caseEvent.findMany({ where, orderBy: { sequence: 'asc' } });
  return events.map(({ action }) => action);
}
