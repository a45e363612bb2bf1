import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { detailOf, expectTrueHashes, storyOf } from '../support/history.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const { signUp } = await startService();

test('request_changes returns the draft once: after the change and a second submit its notice is rendered again', async () => {
  const customer = await signUp();
  const first = await customer.submitted(buildFacts({ freeText: 'sandbox:request_changes' }));
  const { id } = first;
  const changed = await customer.advance(id);
  expect(changed).toMatchObject({
    state: 'draft',
    nextAction: { by: 'customer', description: "Answer the attorney's note, then submit again." },
  });
  await expectRefusal(customer.act(id, 'advance'), 409, 'nothing_to_advance');
  await expectRefusal(customer.act(id, 'report-cure'), 409, 'invalid_transition');
  expect((await customer.edit(id, { amountOwedCents: 90_000 })).data.amountOwedCents).toBe(90_000);
  await customer.upload(id, { bytes: Buffer.from('more evidence') });

  const { case: second } = await customer.submit(id);
  expect(second.state).toBe('notice_review');
  const noticeOf = ({ documents }: typeof first) => documents.filter(({ kind }) => kind === 'notice');
  expect(noticeOf(second).length).toBe(1);
  expect(noticeOf(second)[0]?.contentHash).not.toBe(noticeOf(first)[0]?.contentHash);
  await expectTrueHashes(customer, second);
  await expectTrueHashes(customer, first);
  expect((await customer.advance(id)).state).toBe('notice_sent');
  expect(storyOf(await customer.events(id))).toEqual([
    'customer: submit draft -> notice_review',
    'reviewer: request_changes notice_review -> draft',
    'customer: submit draft -> notice_review',
    'reviewer: approve_notice notice_review -> notice_approved',
    'platform: send_notice notice_approved -> notice_sent',
  ]);
});

test('request_changes at a filing returns the draft, and the filing is rendered again', async () => {
  const customer = await signUp();
  const facts = holdoverFiling({ freeText: 'sandbox:request_changes' });
  const first = await customer.submitted(facts, filingEvidence);
  expect((await customer.advance(first.id)).state).toBe('draft');
  const { case: second } = await customer.submit(first.id);
  const hashes = [...first.documents, ...second.documents].filter(({ kind }) => kind === 'filing');
  expect(new Set(hashes.map(({ contentHash }) => contentHash)).size).toBe(4);
  expect((await customer.advanceBy(first.id, 8)).state).toBe('closed');
});

test('a returned draft can be withdrawn, and its gates are evaluated again', async () => {
  const customer = await signUp();
  const { id } = await customer.submitted(buildFacts({ freeText: 'sandbox:request_changes' }));
  await customer.advance(id);
  await customer.edit(id, { amountOwedCents: 100_001 });
  expect((await customer.validate(id)).passed).toBe(false);
  await expectRefusal(customer.act(id, 'submit'), 422, 'gates_failed');
  expect((await customer.withdraw(id)).state).toBe('withdrawn');
  await expectRefusal(customer.act(id, 'submit'), 409, 'invalid_transition');
});

test('reject holds the case, says from where, and only a withdrawal ends it', async () => {
  const customer = await signUp();
  const { id } = await customer.submitted(buildFacts({ freeText: 'sandbox:reject' }));
  const held = await customer.advance(id);
  expect(held).toMatchObject({ state: 'on_hold', heldFrom: 'notice_review', nextAction: { by: 'platform' } });
  expect(detailOf(await customer.events(id), 'hold')).toEqual({
    reason: 'reviewer_rejected',
    heldFrom: 'notice_review',
  });
  expect(await expectRefusal(customer.act(id, 'advance'), 409, 'nothing_to_advance')).toBeNull();
  await expectRefusal(customer.act(id, 'submit'), 409, 'invalid_transition');
  await expectRefusal(customer.send('PATCH', `/v1/cases/${id}`, { body: {} }), 409, 'invalid_state');
  expect(await customer.withdraw(id)).toMatchObject({ state: 'withdrawn', heldFrom: null });
  expect(storyOf(await customer.events(id)).slice(-2)).toEqual([
    'reviewer: hold notice_review -> on_hold',
    'customer: withdraw on_hold -> withdrawn',
  ]);
});

test('service_failed costs one advance: the next method serves, and the first attempt leaves no proof', async () => {
  const customer = await signUp();
  const { id } = await customer.submitted(buildFacts({ freeText: 'sandbox:service_failed' }));
  const failed = await customer.advanceBy(id, 2);
  expect(failed).toMatchObject({ state: 'notice_sent', deadlines: [] });
  expect(failed.documents.map(({ kind }) => kind)).toEqual(['notice']);
  expect(detailOf(await customer.events(id), 'service_failed')).toEqual({ stage: 'notice', method: 'personal' });
  const served = await customer.advance(id);
  expect(served.state).toBe('cure_period');
  expect(served.data.progress.notice?.method).toBe('substitute');
  const end = await customer.advanceBy(id, 9);
  expect(end.state).toBe('closed');
  const failures = (await customer.events(id)).filter(({ action }) => action === 'service_failed');
  expect(storyOf(failures)).toEqual(['platform: service_failed']);
});

test('service_failed fires at the summons where there is no notice to serve', async () => {
  const customer = await signUp();
  const { id } = await customer.submitted(holdoverFiling({ freeText: 'sandbox:service_failed' }), filingEvidence);
  expect((await customer.advanceBy(id, 3)).state).toBe('summons_sent');
  expect((await customer.advance(id)).state).toBe('summons_served');
  const events = await customer.events(id);
  expect(detailOf(events, 'service_failed')).toEqual({ stage: 'summons', method: 'personal' });
  expect(detailOf(events, 'summons_served')['method']).toBe('substitute');
});

test.each([
  ['judgment_defendant', 'defendant'],
  ['judgment_dismissed', 'dismissed'],
])('%s: the case closes right after judgment, without a writ', async (directive, outcome) => {
  const customer = await signUp();
  const { id } = await customer.submitted(holdoverFiling({ freeText: `sandbox:${directive}` }), filingEvidence);
  const judged = await customer.advanceBy(id, 5);
  expect(judged.state).toBe('judgment_entered');
  expect(judged.data.progress.judgment?.outcome).toBe(outcome);
  const end = await customer.advance(id);
  expect(end.state).toBe('closed');
  expect(storyOf(await customer.events(id)).slice(-2)).toEqual([
    'reviewer: record_judgment hearing_scheduled -> judgment_entered',
    'reviewer: close judgment_entered -> closed',
  ]);
});

test('several directives in one text each fire once, in the middle of other words', async () => {
  const customer = await signUp();
  const freeText = 'Please try (sandbox:service_failed), sandbox:request_changes; then\nsandbox:filing_rejected.';
  const { id } = await customer.submitted(buildFacts({ freeText }));
  expect((await customer.advance(id)).state).toBe('draft');
  await customer.submit(id);
  let { state } = await customer.read(id);
  let taken = 0;
  for (; state !== 'closed' && taken < 20; taken += 1) ({ state } = await customer.advance(id));
  // Eleven, one more try at service, and three for the returned filing.
  expect([state, taken]).toEqual(['closed', 15]);
  const actions = (await customer.events(id)).map(({ action }) => action);
  for (const once of ['request_changes', 'service_failed', 'filing_rejected', 'rework_filing']) {
    expect(actions.filter((action) => action === once)).toEqual([once]);
  }
});
