import { expect, test, vi } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { storyOf } from '../support/history.ts';
import { type Customer, startService } from '../support/service.ts';

const { signUp } = await startService({ sandboxReviewDelayMs: 300 });
const customer = await signUp();

test('the reviewer acts on a timer and approves the notice; service then waits its day', async () => {
  const { id } = await customer.submitted(buildFacts());
  const sent = await waitForState(customer, id, 'notice_sent');
  expect(storyOf(await customer.events(id))).toEqual([
    'customer: submit draft -> notice_review',
    'reviewer: approve_notice notice_review -> notice_approved',
    'platform: send_notice notice_approved -> notice_sent',
  ]);
  // Without an advance its clock is the real one.
  expect(Math.abs(Date.parse(sent.data.progress.clock) - Date.now())).toBeLessThan(60_000);
});

test('the reviewer acts on a timer at a filing too, even after the notice period was advanced', async () => {
  const [byFiling, byNotice] = await Promise.all([
    customer.submitted(holdoverFiling(), filingEvidence),
    customer.submitted(buildFacts()),
  ]);
  await waitForState(customer, byFiling.id, 'filing_submitted');
  await waitForState(customer, byNotice.id, 'notice_sent');
  await customer.advanceBy(byNotice.id, 2);
  await waitForState(customer, byNotice.id, 'filing_submitted');
});

test('a case that was withdrawn is not reviewed any more', async () => {
  const withdrawn = await customer.submitted(buildFacts());
  await customer.withdraw(withdrawn.id);
  const later = await customer.submitted(buildFacts());
  await waitForState(customer, later.id, 'notice_sent');
  // A slow machine may have reviewed it before.
  expect(storyOf(await customer.events(withdrawn.id)).at(-1)).toMatch(/^customer: withdraw /);
});

test('the timer and advances at the same moment take each step once', async () => {
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
