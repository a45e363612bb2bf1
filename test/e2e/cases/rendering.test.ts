import { findCase } from '@evict/store/cases';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { command } from '../support/operate.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type SeededCase, seedDraft } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { renderLimits } from '@evict/documents';

vi.setConfig({ testTimeout: 120_000 });

// The limits are lowered so that a large document of usual text exceeds them, and a usual document does not by far.
const rendering = { size: 2, limits: { ...renderLimits, cpuMs: 600 } };
const service = await startService({ liveMode: true, rendering });
const { stack, signUp } = service;

/** Takes a second or two to render: 1000 entries, each with as long a memo as may be. */
const largeLedger = Array.from({ length: 1000 }, (_, index) => ({
  date: '2026-06-01',
  type: 'charge' as const,
  amountCents: 140,
  memo: `${index} ${'Ⅷ'.repeat(490)}`,
}));

// The first document of a process compiles what the next ones run.
beforeAll(async () => {
  await submit(await seedDraft(stack));
});
afterAll(() => vi.resetConfig());

test('a live case whose text cannot be rendered within the limits fails its gate and stays usable', async () => {
  const live = inLiveMode(service, await signUp());
  const ledger = largeLedger.map((entry) => ({ ...entry, memo: 'a漢ش'.repeat(166) }));
  const facts = marylandFacts({ ledger, amountOwedCents: 1000 });
  const { id } = await live.create(facts);
  const details = await expectRefusal(live.send('POST', `/v1/cases/${id}/submit`), 422, 'gates_failed');
  expect(details).toMatchObject({ passed: false });
  expect((details as { results: unknown[] }).results.at(-1)).toEqual({
    gate: 'printable_text',
    status: 'fail',
    reason: expect.stringMatching(
      /switches between scripts about \d+ times, and the limit is 250000\. Shorten ledger\[\]\.memo\.$/,
    ),
  });
  expect((await live.send('POST', `/v1/cases/${id}/validate`)).body).toEqual(details);
  await live.edit(id, { ledger: ledger.slice(0, 1), amountOwedCents: 140 });
  expect((await live.send('POST', `/v1/cases/${id}/submit`)).status).toBe(200);
});

test('a document over the limits uses up the attempts of its step; others are rendered meanwhile, and the worker survives', async () => {
  const large = await seedDraft(stack, { ledger: largeLedger, amountOwedCents: 140_000 });
  const other = await seedDraft(stack);
  // On a busy machine either response may come too late; both are submitted.
  await Promise.allSettled([submit(large), submit(other)]);
  await expect.poll(async () => (await read(other)).documents.length, { timeout: 60_000 }).toBe(1);
  await expect.poll(async () => (await read(large)).failedStep, { timeout: 60_000 }).toBe('render_documents');
  expect(await read(large)).toMatchObject({ state: 'notice_review', retryAt: null, documents: [] });
  expect(await failures(large)).toEqual([
    { step: 'render_documents', attempt: 1, errorClass: 'RenderLimitExceeded time' },
  ]);
  const next = await seedDraft(stack);
  await Promise.allSettled([submit(next)]);
  await expect.poll(async () => (await read(next)).documents.length, { timeout: 60_000 }).toBe(1);
});

test('a renderer that is killed during a document is replaced, and the document is rendered', async () => {
  const killed: number[] = [];
  const ref = await seedDraft(stack, { ledger: largeLedger.slice(0, 50), amountOwedCents: 7000 });
  const submitting = submit(ref);
  await expect
    .poll(
      () => {
        if (killed.length > 0) return true;
        for (const pid of stack.renderers.workingPids) {
          process.kill(pid, 'SIGKILL');
          killed.push(pid);
        }
        return killed.length > 0;
      },
      { interval: 1, timeout: 60_000 },
    )
    .toBe(true);
  await Promise.allSettled([submitting]);
  await expect.poll(async () => (await read(ref)).documents.length, { timeout: 60_000 }).toBe(1);
  expect(await failures(ref)).toEqual([]);
});

const submit = (ref: SeededCase) => command(stack, ref, { kind: 'submit' });

async function read(ref: SeededCase) {
  const row = await findCase(stack.store, ref, ref.caseId);
  if (!row) throw new Error('no such case');
  return row;
}

async function failures({ caseId }: SeededCase) {
  const events = await stack.store.prisma.caseEvent.findMany({ where: { caseId, action: 'job_failed' } });
  return events.map(({ detail }) => {
    const { step, attempt, errorClass } = detail as Record<string, unknown>;
    return { step, attempt, errorClass };
  });
}
