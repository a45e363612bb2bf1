import { startStack } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { command } from '../support/operate.ts';
import { type SeededCase, seedDraft } from '../support/seed.ts';

const stack = await startStack();
afterAll(() => stack.stop());

// A long history ends with a new run, which begins from the row alone.
test('a run that continues another shows operators the case from its beginning', async () => {
  const ref = await seedDraft(stack);
  await command(stack, ref, { kind: 'submit' });
  const before = await shown(ref);
  expect(before.details).toContain('### notice_review');
  await stack.processes.start(ref, { isReplaced: true });
  await expect.poll(() => shown(ref)).toEqual(before);
});

async function shown({ caseId }: SeededCase) {
  const handle = stack.client.workflow.getHandle(caseId);
  const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  const { typedSearchAttributes } = await handle.describe();
  const attributes = Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
  // Of the workers, not of the case.
  delete attributes['BuildIds'];
  delete attributes['TemporalChangeVersion'];
  // The time of its last look.
  return { details: currentDetails.replace(/- \*\*Case clock:.*/, ''), attributes };
}
