import type { CaseFacts, State } from '@evict/case-model';
import { findCase } from '@evict/store/cases';
import type { TestStack } from '@evict/testkit';
import { expect } from 'vitest';
import { buildFacts } from '../e2e/support/facts.ts';
import { command, operate } from '../e2e/support/operate.ts';
import { advanceCase, type SeededCase, seedDraft } from '../e2e/support/seed.ts';
import type { Story } from './story.ts';

const done = { ok: true };
const submit = { kind: 'submit' } as const;
const withdraw = { kind: 'withdraw' } as const;

/** Stories of sandbox cases. They send their commands to the workflow directly, without HTTP. */
export const sandboxStories: readonly Story[] = [
  // The case takes each step of the sandbox, including its notice period, is returned to the customer once, and goes
  // through the court to the end.
  story(
    'sandbox-closed',
    { freeText: 'sandbox:request_changes sandbox:service_failed sandbox:filing_rejected' },
    async (stack, ref) => {
      expect(await command(stack, ref, submit)).toEqual(done);
      await advanceTo(stack, ref, 'draft');
      expect(await command(stack, ref, submit)).toEqual(done);
      await advanceTo(stack, ref, 'closed');
    },
  ),
  // One timer fires, and a later one is canceled.
  story('sandbox-left-alone-withdrawn', {}, async (stack, ref) => {
    expect(await command(stack, ref, submit)).toEqual(done);
    await expect.poll(() => stateOf(stack, ref)).toBe('notice_sent');
    expect(await command(stack, ref, withdraw)).toEqual(done);
  }),
  // At first the papers can't be stored.
  story('sandbox-documents-failed-withdrawn', {}, async (stack, ref) => {
    const { pool } = stack.store;
    await pool.query('ALTER TABLE "Blob" RENAME TO "BlobAway"');
    expect(await command(stack, ref, submit)).toEqual(done);
    await pool.query('ALTER TABLE "BlobAway" RENAME TO "Blob"');
    expect(await operate(stack, ref, { kind: 'retry_step' })).toEqual(done);
    expect(await command(stack, ref, withdraw)).toEqual(done);
  }),
  // A workflow that was started by a refused command ends at once.
  story('sandbox-refused', { attestations: { ...buildFacts().attestations, authority: false } }, async (stack, ref) => {
    expect(await command(stack, ref, submit)).toEqual({ ok: false, code: 'gates_failed' });
  }),
];

function story(
  name: string,
  facts: Partial<CaseFacts>,
  tell: (stack: TestStack, ref: SeededCase) => Promise<void>,
): Story {
  const play: Story['play'] = async ({ stack }) => {
    const ref = await seedDraft(stack, facts);
    await tell(stack, ref);
    return ref.caseId;
  };
  return { name, tenantData: buildFacts(facts), play };
}

async function advanceTo(stack: TestStack, ref: SeededCase, state: State): Promise<void> {
  const advanced = async () => {
    await advanceCase(stack, ref);
    return stateOf(stack, ref);
  };
  await expect.poll(advanced).toBe(state);
}

async function stateOf({ store }: TestStack, ref: SeededCase) {
  return (await findCase(store, ref, ref.caseId))?.state;
}
