import { expect, test, vi } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { storyOf } from '../support/history.ts';
import { type Customer, startService } from '../support/service.ts';

const { signUp } = await startService({ sandboxReviewDelayMs: 300 });
const customer = await signUp();

test('the sandbox reviewer approves the notice when a timer ends, and the notice is sent', async () => {
  const { id } = await customer.submitted(buildFacts());
  const sent = await waitForState(customer, id, 'notice_sent');
  expect(storyOf(await customer.events(id))).toEqual([
    'customer: submit draft -> notice_review',
    'reviewer: approve_notice notice_review -> notice_approved',
    'platform: send_notice notice_approved -> notice_sent',
  ]);
  // The case wasn't advanced, so its clock shows the real time.
  expect(Math.abs(Date.parse(sent.data.progress.clock) - Date.now())).toBeLessThan(60_000);
});

test("if the reviewer's timer ends while the case is being advanced, each step is taken only once", async () => {
  const cases = await Promise.all(Array.from({ length: 4 }, () => customer.submitted(buildFacts())));
  for (const { id } of cases) {
    let { state } = await customer.read(id);
    while (state === 'notice_review') ({ state } = await customer.advance(id));
    const actions = (await customer.events(id)).map(({ action }) => action);
    expect(new Set(actions).size).toBe(actions.length);
    expect(actions.slice(0, 3)).toEqual(['submit', 'approve_notice', 'send_notice']);
  }
});

function waitForState(reader: Customer, id: string, state: string) {
  return vi.waitFor(
    async () => {
      const eviction = await reader.read(id);
      expect(eviction.state).toBe(state);
      return eviction;
    },
    { timeout: 60_000, interval: 50 },
  );
}
