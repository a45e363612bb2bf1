import { renderLimits } from '@evict/papers';
import { findCase } from '@evict/store/cases';
import { startStack } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { command } from '../support/operate.ts';
import { type SeededCase, seedDraft } from '../support/seed.ts';

// The limits are so low that a large document of ordinary text exceeds them, while an ordinary document stays far
// below.
const stack = await startStack({ rendering: { size: 2, limits: { ...renderLimits, cpuMs: 600 } } });
afterAll(() => stack.stop());

/** Takes a second or two to render: 1,000 entries, each with the longest possible memo. */
const largeLedger = Array.from({ length: 1000 }, (_, index) => ({
  date: '2026-06-01',
  type: 'charge' as const,
  amountCents: 140,
  memo: `${index} ${'Ⅷ'.repeat(490)}`,
}));

// On a busy machine the response may time out, but the case is submitted.
const submit = (...refs: SeededCase[]) =>
  Promise.allSettled(refs.map((ref) => command(stack, ref, { kind: 'submit' })));

async function read(ref: SeededCase) {
  return (await findCase(stack.store, ref, ref.caseId)) ?? expect.unreachable('the case has a row');
}

test("a document that exceeds a rendering limit isn't retried, and doesn't keep the worker from rendering others", async () => {
  // The first document of a process also compiles the code that the next ones use.
  await submit(await seedDraft(stack));
  const large = await seedDraft(stack, { ledger: largeLedger, amountOwedCents: 140_000 });
  const other = await seedDraft(stack);
  await submit(large, other);
  await expect.poll(async () => (await read(other)).documents.length).toBe(1);
  await expect.poll(async () => (await read(large)).failedStep).toBe('render_documents');
  expect(await read(large)).toMatchObject({ state: 'notice_review', retryAt: null, documents: [] });
  const failures = await stack.store.prisma.caseEvent.findMany({
    where: { caseId: large.caseId, action: 'job_failed' },
  });
  const detail = { step: 'render_documents', attempt: 1, errorClass: 'RenderLimitExceeded time' };
  expect(failures).toMatchObject([{ detail }]);
  const next = await seedDraft(stack);
  await submit(next);
  await expect.poll(async () => (await read(next)).documents.length).toBe(1);
});
