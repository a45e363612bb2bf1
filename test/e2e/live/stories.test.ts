import { endNoticePeriod } from '@evict/local';
import { describe, expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, leaseViolation } from '../support/grounds.ts';
import { detailOf, storyOf } from '../support/history.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
const { stack } = service;
const { attorney, inReview, operate, attach } = liveWorld(service);
const avery = await attorney();
const property = marylandFacts().property;

const pending = { kind: 'record_service', status: 'pending', method: 'personal', date: null, expires: null } as const;
const served = { ...pending, status: 'served', date: day(0) } as const;
const filing = { kind: 'record_filing' } as const;
const law = 'Md. Code, Real Prop. § 8-401';
const done = { ok: true } as const;

describe('a live case', () => {
  test.each([
    ['nonpayment', marylandFacts()],
    ['lease violation', leaseViolation({ property })],
    ['holdover', buildFacts({ ground: 'holdover', property, lease: { startDate: day(-500), endDate: day(20) } })],
  ])('of %s goes from notice to its end by its attorney and the operators', async (_, facts) => {
    const { customer, id, ref } = await inReview(facts);
    expect((await avery.approve(id)).body.state).toBe('notice_approved');
    expect(await operate(ref, { ...pending, stage: 'notice' })).toEqual(done);
    const deadline = { date: day(14), citation: 'Md. Code, Real Prop. § 8-401' };
    const { date: expires, citation } = deadline;
    expect(await operate(ref, { ...served, stage: 'notice', expires, citation })).toEqual(done);
    expect(detailOf(await customer.events(id), 'start_cure_period')).toEqual({ deadline: expires, citation });
    const waiting = await customer.read(id);
    expect(waiting).toMatchObject({ state: 'cure_period', deadlines: [{ name: 'notice_expires', ...deadline }] });
    expect(waiting.nextAction).toMatchObject({ by: 'customer' });
    expect(await operate(ref, { kind: 'expire_notice' })).toEqual({ ok: false, code: 'period_running' });
    await endNoticePeriod(stack, ref);
    await fileAndJudge({ customer, id, ref });
    expect(storyOf(await customer.events(id))).toEqual([
      ...begun('notice_review'),
      'attorney: approve_notice notice_review -> notice_approved',
      'platform: send_notice notice_approved -> notice_sent',
      'platform: notice_served notice_sent -> notice_served',
      'platform: start_cure_period notice_served -> cure_period',
      'platform: cure_period_expired cure_period -> filing_review',
      ...filedAndJudged,
    ]);
  });

  test('that begins at the filing goes to its end', async () => {
    const { customer, id, ref } = await inReview(holdoverFiling({ property }), filingEvidence);
    await fileAndJudge({ customer, id, ref });
    expect(storyOf(await customer.events(id))).toEqual([...begun('filing_review'), ...filedAndJudged]);
  });

  test('shows nothing of the platform, but the attorney sees the whole audit trail', async () => {
    const { customer, id } = await inReview();
    await avery.approve(id);
    const seen = await avery.read(id);
    const actions = seen.events.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['submit', 'assign_attorney', 'begin_review', 'review_recorded', 'tenant_data_viewed']),
    );
    expect(detailOf(seen.events, 'review_recorded')).toMatchObject({ decision: 'approve', notes: 'As discussed.' });
    expect(storyOf(await customer.events(id)).join(' ')).not.toMatch(/review_recorded|tenant_data_viewed/);
  });
});

describe('the court returns a filing', () => {
  test('and it is filed again only with a new approval of other bytes', async () => {
    const { customer, id, ref } = await inReview(holdoverFiling({ property }), filingEvidence);
    await avery.approve(id);
    const before = (await customer.read(id)).documents.map(({ contentHash }) => contentHash);
    await operate(ref, { ...filing, status: 'submitted', envelopeId: 'ENV-1' });
    const rejectionReasons = [{ code: 'fee', description: 'The fee was short by 5 dollars.' } as const];
    await operate(ref, { ...filing, status: 'rejected', rejectionReasons });
    expect(detailOf(await customer.events(id), 'filing_rejected')).toEqual({ reasons: ['fee'] });
    expect(await operate(ref, { ...filing, status: 'submitted' })).toEqual({ ok: false, code: 'invalid_transition' });
    await attach(ref, 'filing', { filename: 'complaint-corrected.pdf' });
    expect(await operate(ref, { kind: 'rework_filing' })).toEqual(done);
    await expectRefusal(avery.review(id, 'approve', before), 409, 'stale_approval');
    expect(await operate(ref, { ...filing, status: 'submitted' })).toEqual({ ok: false, code: 'filing_not_approved' });
    expect((await avery.approve(id)).body.state).toBe('filing_approved');
    await operate(ref, { ...filing, status: 'submitted', envelopeId: 'ENV-2' });
    await operate(ref, { ...filing, status: 'accepted', courtCaseNumber: 'D-06-CV-26-001' });
    expect((await customer.read(id)).courtCaseNumber).toBe('D-06-CV-26-001');
    expect((await avery.read(id)).filings).toMatchObject([
      { status: 'rejected', envelopeId: 'ENV-1', rejectionReasons },
      { status: 'accepted', envelopeId: 'ENV-2', courtCaseNumber: 'D-06-CV-26-001' },
    ]);
  });
});

describe('changes', () => {
  test('are asked for twice, each time with a note, and the fee is charged once', async () => {
    const { customer, id } = await inReview();
    for (const notes of ['Add the unit number.', 'Add the second tenant.']) {
      expect((await avery.review(id, 'request_changes', [], notes)).body).toMatchObject({
        state: 'draft',
        nextAction: { by: 'customer', description: "Answer the attorney's note, then submit again." },
      });
      await customer.edit(id, { freeText: notes });
      expect((await customer.submit(id)).case.state).toBe('submitted');
      expect((await customer.read(id)).state).toBe('notice_review');
    }
    const { items } = (await customer.send('GET', `/v1/cases/${id}/notes`)).body;
    expect(items).toMatchObject([
      { author: 'service', body: 'Add the unit number.' },
      { author: 'service', body: 'Add the second tenant.' },
    ]);
    expect((await customer.send('GET', `/v1/cases/${id}/charges`)).body.items).toHaveLength(1);
    expect((await avery.approve(id)).body.state).toBe('notice_approved');
  });

  test.each([
    ['stands while what it states is the same', {}, 'filing_review'],
    ['is needed anew when what it states has changed', { amountOwedCents: 90_000 }, 'notice_review'],
  ])('after service: a notice %s', async (_, edit, state) => {
    const { customer, id, ref } = await inReview();
    await avery.approve(id);
    await operate(ref, { ...pending, stage: 'notice' });
    await operate(ref, { ...served, stage: 'notice', expires: day(2), citation: law });
    await endNoticePeriod(stack, ref);
    await reaches(customer, id, 'filing_review');
    await avery.review(id, 'request_changes', [], 'One more thing.');
    await customer.edit(id, { freeText: 'The tenant has moved a horse in.', ...edit });
    expect((await customer.submit(id)).case.state).toBe('submitted');
    expect((await customer.read(id)).state).toBe(state);
  });
});

describe('the court', () => {
  test('puts a hearing off, finds for the defendant, and the case closes without a writ', async () => {
    const { customer, id, ref } = await inReview(holdoverFiling({ property }), filingEvidence);
    await avery.approve(id);
    await operate(ref, { ...filing, status: 'submitted' });
    await operate(ref, { ...filing, status: 'accepted', courtCaseNumber: '1' });
    await avery.outcome(id, { type: 'hearing_scheduled', date: day(20) });
    await avery.outcome(id, { type: 'hearing_scheduled', date: day(27) });
    expect(detailOf(await customer.events(id), 'schedule_hearing')).toEqual({ date: day(27), previousDate: day(20) });
    expect((await customer.read(id)).deadlines).toEqual([
      { name: 'hearing', date: day(27), citation: 'Set by the court' },
    ]);
    // The date was printed on the summons: its service is then recorded without a state of its own.
    await operate(ref, { ...pending, stage: 'summons' });
    expect(await operate(ref, { ...served, stage: 'summons' })).toEqual(done);
    expect((await avery.outcome(id, { type: 'judgment', outcome: 'defendant' })).body.state).toBe('judgment_entered');
    await expectRefusal(avery.outcome(id, { type: 'writ_requested' }), 409, 'guard_failed');
    expect((await avery.outcome(id, { type: 'closed' })).body).toMatchObject({
      state: 'closed',
      nextAction: { by: 'none' },
    });
  });
});

describe('service fails', () => {
  test('and is tried again by another way', async () => {
    const { customer, id, ref } = await inReview();
    await avery.approve(id);
    await operate(ref, { ...pending, stage: 'notice' });
    await operate(ref, { ...pending, status: 'failed', stage: 'notice', failureReason: 'A dog.' });
    expect(storyOf(await customer.events(id)).at(-1)).toBe('platform: service_failed');
    await operate(ref, { ...pending, stage: 'notice', method: 'posting' });
    await operate(ref, { ...served, stage: 'notice', method: 'posting', expires: day(9), citation: law });
    expect((await avery.read(id)).serviceAttempts).toMatchObject([
      { status: 'failed', method: 'personal', failureReason: 'A dog.', servedDate: null },
      { status: 'served', method: 'posting', failureReason: null, servedDate: day(0) },
    ]);
    expect(await customer.read(id)).toMatchObject({ state: 'cure_period', deadlines: [{ date: day(9) }] });
  });
});

describe('a cure', () => {
  test('is reported, the case stays, and the attorney closes it as resolved', async () => {
    const { customer, id, ref } = await inReview();
    await avery.approve(id);
    await operate(ref, { ...pending, stage: 'notice' });
    expect((await customer.reportCure(id)).state).toBe('notice_sent');
    expect((await avery.outcome(id, { type: 'closed' })).body.state).toBe('resolved');
  });

  test('is recorded by the operators', async () => {
    const { customer, id, ref } = await inReview();
    await avery.approve(id);
    await operate(ref, { ...pending, stage: 'notice' });
    expect(await operate(ref, { kind: 'cure' })).toEqual(done);
    expect((await customer.read(id)).state).toBe('resolved');
  });
});

const begun = (review: string) => [
  'customer: submit draft -> submitted',
  'platform: assign_attorney submitted -> attorney_assigned',
  `platform: begin_review attorney_assigned -> ${review}`,
];

const filedAndJudged = [
  'attorney: approve_filing filing_review -> filing_approved',
  'platform: submit_filing filing_approved -> filing_submitted',
  'platform: filing_accepted filing_submitted -> filing_accepted',
  'platform: send_summons filing_accepted -> summons_sent',
  'platform: summons_served summons_sent -> summons_served',
  'attorney: schedule_hearing summons_served -> hearing_scheduled',
  'attorney: record_judgment hearing_scheduled -> judgment_entered',
  'attorney: request_writ judgment_entered -> writ_requested',
  'attorney: writ_issued writ_requested -> writ_issued',
  'attorney: close writ_issued -> closed',
];

type Begun = Awaited<ReturnType<typeof inReview>>;

/** `today`: on the clock of the case. */
async function fileAndJudge({ customer, id, ref }: Begun): Promise<void> {
  await reaches(customer, id, 'filing_review');
  await attach(ref, 'filing', { filename: 'complaint.pdf' });
  expect((await avery.approve(id)).body.state).toBe('filing_approved');
  await operate(ref, { ...filing, status: 'submitted', envelopeId: 'ENV-1' });
  await operate(ref, { ...filing, status: 'accepted', courtCaseNumber: 'D-06-CV-26-000' });
  await operate(ref, { ...pending, stage: 'summons' });
  await operate(ref, { ...served, stage: 'summons' });
  await avery.outcome(id, { type: 'hearing_scheduled', date: day(30) });
  await avery.outcome(id, { type: 'judgment', outcome: 'plaintiff' });
  await avery.outcome(id, { type: 'writ_requested' });
  await avery.outcome(id, { type: 'writ_issued' });
  expect((await avery.outcome(id, { type: 'closed' })).body.state).toBe('closed');
}
