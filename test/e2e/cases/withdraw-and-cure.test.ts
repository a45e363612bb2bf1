import type { CaseFacts } from '@evict/case-model';
import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { storyOf } from '../support/history.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const { signUp } = await startService();

const byNotice = buildFacts();
const byFiling = holdoverFiling();
const holdoverByNotice = buildFacts({ ground: 'holdover' });
const rejected = holdoverFiling({ freeText: 'sandbox:filing_rejected' });
const held = buildFacts({ freeText: 'sandbox:reject' });

/** Every resting state of an open case, how to reach it, and whether a cure reported in it ends the case. */
const restingStates: { state: string; facts: CaseFacts; advances: number; curable?: true }[] = [
  { state: 'notice_review', facts: byNotice, advances: 0 },
  { state: 'notice_sent', facts: byNotice, advances: 1, curable: true },
  { state: 'notice_sent', facts: holdoverByNotice, advances: 1 },
  { state: 'cure_period', facts: byNotice, advances: 2, curable: true },
  { state: 'cure_period', facts: holdoverByNotice, advances: 2 },
  { state: 'filing_review', facts: byFiling, advances: 0 },
  { state: 'filing_submitted', facts: byFiling, advances: 1 },
  { state: 'filing_rejected', facts: rejected, advances: 2 },
  { state: 'summons_sent', facts: byFiling, advances: 2 },
  { state: 'summons_served', facts: byFiling, advances: 3 },
  { state: 'hearing_scheduled', facts: byFiling, advances: 4 },
  { state: 'judgment_entered', facts: byFiling, advances: 5 },
  { state: 'writ_requested', facts: byFiling, advances: 6 },
  { state: 'writ_issued', facts: byFiling, advances: 7 },
  { state: 'on_hold', facts: held, advances: 1 },
];

describe.each(restingStates)('in $state of a $facts.ground case', ({ state, facts, advances, curable = false }) => {
  test(`a reported cure ${curable ? 'ends' : 'is kept and does not end'} the case; what is open can be withdrawn`, async () => {
    const customer = await signUp();
    const { id } = await customer.submitted(facts, facts === byNotice ? [] : filingEvidenceOf(facts));
    const before = await customer.advanceBy(id, advances);
    expect(before.state).toBe(state);

    const reported = await customer.reportCure(id);
    expect(reported.data.progress.cureReports.length).toBe(1);
    expect(storyOf(await customer.events(id)).includes('customer: cure_reported')).toBe(true);
    if (curable) {
      expect(reported.state).toBe('resolved');
      await expectRefusal(customer.act(id, 'withdraw'), 409, 'invalid_transition');
      return;
    }
    expect([reported.state, reported.heldFrom]).toEqual([state, before.heldFrom]);
    expect((await customer.reportCure(id)).data.progress.cureReports.length).toBe(2);

    const withdrawn = await customer.withdraw(id);
    expect(withdrawn).toMatchObject({ state: 'withdrawn', heldFrom: null, nextAction: { by: 'none' } });
    expect(withdrawn.data.progress.withdrawal).toBeNull();
    expect(withdrawn.documents).toEqual(before.documents);
    expect(storyOf(await customer.events(id)).at(-1)).toBe(`customer: withdraw ${state} -> withdrawn`);
  });
});

function filingEvidenceOf({ entryPoint }: CaseFacts) {
  return entryPoint === 'filing' ? filingEvidence : [];
}

test('a case continues after a reported cure that does not end it', async () => {
  const customer = await signUp();
  const { id } = await customer.submitted(buildFacts());
  await customer.reportCure(id);
  expect((await customer.advance(id)).state).toBe('notice_sent');
});

test('a draft can be withdrawn, and accepts no command after that', async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts());
  await expectRefusal(customer.act(id, 'report-cure'), 409, 'invalid_transition');
  expect(await customer.withdraw(id)).toMatchObject({ state: 'withdrawn', documents: [], packVersions: null });
  expect(storyOf(await customer.events(id))).toEqual(['customer: withdraw draft -> withdrawn']);
  for (const action of ['withdraw', 'submit', 'report-cure']) {
    await expectRefusal(customer.act(id, action), 409, 'invalid_transition');
  }
  await expectRefusal(customer.act(id, 'advance'), 409, 'nothing_to_advance');
  await expectRefusal(customer.send('PATCH', `/v1/cases/${id}`, { body: {} }), 409, 'invalid_state');
  await expectRefusal(customer.tryUpload(id, { bytes: Buffer.from('late') }), 409, 'invalid_state');
});

test('a draft whose gates fail can be withdrawn like any other', async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts({ parties: [] }));
  expect((await customer.withdraw(id)).state).toBe('withdrawn');
});

test('of concurrent withdrawals one takes effect, on a draft and on a case under review', async () => {
  const customer = await signUp();
  const draft = await customer.create(buildFacts());
  const underReview = await customer.submitted(buildFacts());
  for (const { id } of [draft, underReview]) {
    const responses = await Promise.all(Array.from({ length: 6 }, () => customer.act(id, 'withdraw')));
    const taken = responses.filter(({ status }) => status === 200);
    expect(taken.length).toBe(1);
    for (const { status, body } of responses.filter((response) => !taken.includes(response))) {
      expect([status, body.error.code]).toEqual([409, 'invalid_transition']);
    }
    const withdrawals = (await customer.events(id)).filter(({ action }) => action === 'withdraw');
    expect(withdrawals.length).toBe(1);
  }
});
