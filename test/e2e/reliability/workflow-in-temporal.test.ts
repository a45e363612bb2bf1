import { startStack } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { command } from '../support/operate.ts';
import { kindOf } from '../support/recorded.ts';
import { advanceCase, type SeededCase, seedDraft } from '../support/seed.ts';

// The task queue's name is as short as in a deployment, because it adds to the size of every workflow task.
const stack = await startStack({ taskQueue: 'sized' });
afterAll(() => stack.stop());

const advances = 11;

test('the workflow history of a sandbox case, from draft to closed, has at most 90 events and 20 KiB', async () => {
  let played = await play();
  // On a busy machine, documents wait for a renderer (an ordinary activity), or a decision takes longer than a workflow
  // task. Then the case is played again.
  for (let left = 10; left > 0 && hasWaited(played.counted); left -= 1) played = await play();
  const { historyLength, historySize, counted } = played;
  // Each command adds a workflow task, the Update and its answer, the decision, and the timer of the next wait.
  expect(counted).toMatchObject({ workflowExecutionUpdateAccepted: advances + 1, markerRecorded: advances + 1 });
  const told = `${historyLength} events, ${historySize} bytes: ${JSON.stringify(counted)}`;
  expect(historyLength, told).toBeLessThanOrEqual(90);
  expect(historySize, told).toBeLessThanOrEqual(20 * 1024);
});

// A workflow with a long history continues as a new run, which knows only the case's row.
test('a new run shows operators the same details of the case as the run that it replaces', async () => {
  const ref = await seedDraft(stack);
  await command(stack, ref, { kind: 'submit' });
  const before = await shown(ref);
  expect(before.details).toContain('### notice_review');
  await stack.workflows.start(ref, { isReplaced: true });
  await expect.poll(() => shown(ref)).toEqual(before);
});

function hasWaited({ activityTaskScheduled = 0, workflowTaskCompleted = 0 }: Record<string, number>): boolean {
  return activityTaskScheduled > 0 || workflowTaskCompleted > advances + 1;
}

async function play() {
  const ref = await seedDraft(stack);
  await command(stack, ref, { kind: 'submit' });
  for (let taken = 0; taken < advances; taken += 1) await advanceCase(stack, ref);
  const handle = stack.client.workflow.getHandle(ref.caseId);
  await handle.result();
  const { historyLength, historySize = 0 } = await handle.describe();
  const { events } = await handle.fetchHistory();
  const counted: Record<string, number> = {};
  for (const kind of (events ?? []).map(kindOf)) counted[kind] = (counted[kind] ?? 0) + 1;
  return { historyLength, historySize, counted };
}

async function shown({ caseId }: SeededCase) {
  const handle = stack.client.workflow.getHandle(caseId);
  const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  const { typedSearchAttributes } = await handle.describe();
  const attributes = Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
  // These attributes describe the workers, not the case.
  delete attributes['BuildIds'];
  delete attributes['TemporalChangeVersion'];
  // This line shows the case's clock at the workflow's last check.
  return { details: currentDetails.replace(/- \*\*Case clock:.*/, ''), attributes };
}
