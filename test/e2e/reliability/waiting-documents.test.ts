import { findCase } from '@evict/store/cases';
import { startStack } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { command } from '../support/operate.ts';
import { advanceCase, type SeededCase, seedDraft } from '../support/seed.ts';

const stack = await startStack();
afterAll(() => stack.stop());

test('a withdrawal does not wait for the documents of a step', async () => {
  const ref = await seedDraft(stack);
  await command(stack, ref, { kind: 'submit' });
  for (const state of ['notice_sent', 'cure_period']) {
    await advanceCase(stack, ref);
    expect(await stateOf(ref)).toBe(state);
  }
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const holding = stack.renderers.use({ organizationId: 'another' }, () => held);
  const advance = advanceCase(stack, ref);
  const { workflow } = stack.client;
  await expect
    .poll(async () => (await workflow.getHandle(ref.caseId).describe()).raw.pendingActivities)
    .toHaveLength(1);
  expect(await command(stack, ref, { kind: 'withdraw' })).toEqual({ ok: true });
  expect(await stateOf(ref)).toBe('withdrawn');
  letGo();
  await holding;
  await advance;
  expect(await stateOf(ref)).toBe('withdrawn');
  expect(
    await stack.store.prisma.caseEvent.count({ where: { caseId: ref.caseId, action: 'cure_period_expired' } }),
  ).toBe(0);
});

async function stateOf(ref: SeededCase) {
  return (await findCase(stack.store, ref, ref.caseId))?.state;
}
