import { findCase } from '@evict/store/cases';
import { knownWait, startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '../support/history.ts';
import { command, operate } from '../support/operate.ts';
import { passOnCaseClock } from '../support/sandbox-time.ts';
import { advanceCase, type SeededCase, seedDraft } from '../support/seed.ts';

// The failure is real: the table that stores document bytes is missing while a step tries to write to it.

const submit = { kind: 'submit' } as const;

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test("a submit takes effect even if its documents can't be stored, and the rendering of the documents waits for a retry", async () => {
  const ref = await seedDraft(stack);
  await withoutBlobs(async () => {
    expect(await command(stack, ref, submit)).toEqual({ ok: true });
  });
  const row = await read(ref);
  expect(row).toMatchObject({ state: 'notice_review', failedStep: 'render_documents', documents: [] });
  expect(minutesBetween(row.updatedAt, row.retryAt)).toBe(1);
  expect(await advanceCase(stack, ref)).toEqual({ ok: false, code: 'nothing_to_advance' });
  expect(await internalEvents(ref)).toEqual([
    { action: 'attested', detail: expect.anything() },
    { action: 'job_failed', detail: expect.objectContaining({ step: 'render_documents', attempt: 1 }) },
  ]);
});

test('if the step of an advance fails, the advance returns nothing_to_advance and the state stays the same until a retry takes the step', async () => {
  const ref = await seedDraft(stack);
  await command(stack, ref, submit);
  await advanceCase(stack, ref);
  await withoutBlobs(async () => {
    expect(await advanceCase(stack, ref)).toEqual({ ok: false, code: 'nothing_to_advance' });
  });
  const waiting = await read(ref);
  expect(waiting).toMatchObject({ state: 'notice_sent', failedStep: 'render_documents' });
  // An operator retries the step. Its timer would do so in a minute.
  expect(await operate(stack, ref, { kind: 'retry_step' })).toEqual({ ok: true });
  await expect.poll(async () => (await read(ref)).state).toBe('cure_period');
  expect(await read(ref)).toMatchObject({ failedStep: null, retryAt: null });
});

test('an operator can retry a failed step at once, even one that normally waits for an advance', async () => {
  const ref = await seedDraft(stack, { freeText: 'sandbox:filing_rejected' });
  await command(stack, ref, submit);
  for (let steps = 0; steps < 5; steps += 1) await advanceCase(stack, ref);
  expect((await read(ref)).state).toBe('filing_rejected');
  await withoutBlobs(() => advanceCase(stack, ref));
  expect(await read(ref)).toMatchObject({ state: 'filing_rejected', failedStep: 'render_documents' });
  const id = crypto.randomUUID();
  expect(await operate(stack, ref, { kind: 'retry_step' }, { id })).toEqual({ ok: true });
  expect(await read(ref)).toMatchObject({ state: 'filing_review', failedStep: null });
  // When the command is received a second time, it takes no further step.
  expect(await stack.cases.send(ref, 'retry_step', id, { isRenewed: true })).toEqual({ ok: true });
  expect(await read(ref)).toMatchObject({ state: 'filing_review' });
});

test('if a command fails because of a bug, the case waits for repair, but can still be withdrawn', async () => {
  const ref = await seedDraft(stack);
  await command(stack, ref, submit);
  await stack.store.pool.query(
    `UPDATE "Case" SET record = jsonb_set(record, '{submission,packVersions,rules}', '"dropped"') WHERE id = $1`,
    [ref.caseId],
  );
  await expect(advanceCase(stack, ref)).rejects.toThrow('Workflow Update failed');
  await passOnCaseClock(stack, ref, 2 * 86_400_000);
  await expect.poll(() => knownWait(stack.client, ref.caseId)).toMatchObject({ waitsFor: 'repair' });
  expect(await command(stack, ref, { kind: 'withdraw' })).toEqual({ ok: true });
  expect((await read(ref)).state).toBe('withdrawn');
});

test("a withdrawal waits until the documents of an earlier step are rendered, but another case isn't delayed", async () => {
  const [ref, another] = [await seedDraft(stack), await seedDraft(stack)];
  for (const one of [ref, another]) await command(stack, one, submit);
  for (let steps = 0; steps < 2; steps += 1) await advanceCase(stack, ref);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const holding = stack.renderers.use({ organizationId: 'another' }, () => held);
  const advance = advanceCase(stack, ref);
  const { workflow } = stack.client;
  await expect
    .poll(async () => (await workflow.getHandle(ref.caseId).describe()).raw.pendingActivities)
    .toHaveLength(1);
  const withdrawal = command(stack, ref, { kind: 'withdraw' });
  expect(await command(stack, another, { kind: 'withdraw' })).toEqual({ ok: true });
  expect((await read(ref)).state).not.toBe('withdrawn');
  letGo();
  await Promise.all([holding, advance]);
  expect(await withdrawal).toEqual({ ok: true });
  expect((await read(ref)).state).toBe('withdrawn');
  const where = { caseId: ref.caseId, action: 'cure_period_expired' };
  expect(await stack.store.prisma.caseEvent.count({ where })).toBe(1);
});

test("documents that wait to be rendered in the background don't delay a command, and are rendered later if they are still due", async () => {
  const [ref, another] = [await seedDraft(stack), await seedDraft(stack)];
  for (const one of [ref, another]) {
    await command(stack, one, submit);
    for (let steps = 0; steps < 2; steps += 1) await advanceCase(stack, one);
  }
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const holding = stack.renderers.use({ organizationId: 'another' }, () => held);
  const pendingOf = async ({ caseId }: SeededCase) =>
    (await stack.client.workflow.getHandle(caseId).describe()).raw.pendingActivities;
  for (const one of [ref, another]) {
    await passOnCaseClock(stack, one, 30 * 86_400_000);
    await expect.poll(() => pendingOf(one)).toHaveLength(1);
  }
  expect(await command(stack, ref, { kind: 'withdraw' })).toEqual({ ok: true });
  expect((await read(ref)).state).toBe('withdrawn');
  // The command is refused, and changes nothing.
  expect(await command(stack, another, { kind: 'submit' })).toMatchObject({ ok: false });
  letGo();
  await holding;
  await expect.poll(async () => (await read(another)).state).toBe('filing_review');
});

test("the case's data doesn't reach Temporal when a step fails", async () => {
  const ref = await seedDraft(stack, { freeText: 'Planted-Unique-Text' });
  await withoutBlobs(() => command(stack, ref, submit));
  const history = await stack.client.workflow.getHandle(ref.caseId).fetchHistory();
  const text = textOf(history.events);
  expect(text).toContain(ref.caseId);
  for (const secret of ['Terry Example', 'Sandbox Way', 'Sandbox Holdings', 'Planted-Unique-Text', 'INSERT INTO']) {
    expect(text).not.toContain(secret);
  }
});

async function withoutBlobs<T>(run: () => Promise<T>): Promise<T> {
  await stack.store.pool.query('ALTER TABLE "Blob" RENAME TO "Blob_away"');
  try {
    return await run();
  } finally {
    await stack.store.pool.query('ALTER TABLE "Blob_away" RENAME TO "Blob"');
  }
}

async function read(ref: SeededCase) {
  const row = await findCase(stack.store, ref, ref.caseId);
  if (!row) throw new Error('no such case');
  return row;
}

function internalEvents({ caseId }: Pick<SeededCase, 'caseId'>) {
  return stack.store.prisma.caseEvent.findMany({
    where: { caseId, internal: true },
    select: { action: true, detail: true },
    orderBy: [{ createdAt: 'asc' }, { sequence: 'asc' }],
  });
}

function minutesBetween(from: Date, to: Date | null): number {
  return ((to?.getTime() ?? 0) - from.getTime()) / 60_000;
}
