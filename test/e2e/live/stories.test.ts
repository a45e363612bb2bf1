import { beforeDefault } from '@evict/case-model';
import { endNoticePeriod } from '@evict/local';
import { describe, expect, test } from 'vitest';
import { day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { detailOf, storyOf } from '../support/history.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';
import { citation, filing, sentOut, served, servedNotice } from './reports.ts';

const service = await sharedService();
const { stack } = service;
const { attorney, inReview, operate, attach } = liveWorld(service);
const avery = await attorney();
const property = marylandFacts().property;
const done = { ok: true } as const;

type Begun = Awaited<ReturnType<typeof inReview>>;

describe('a live case', () => {
  test('can be taken from its notice to its end by its attorney and the operators', async () => {
    const { customer, id, ref } = await inReview();
    await serve({ customer, id, ref });
    expect(detailOf(await customer.events(id), 'start_cure_period')).toEqual({ deadline: day(9), citation });
    expect(await customer.read(id)).toMatchObject({
      state: 'cure_period',
      deadlines: [{ name: 'notice_expires', date: day(9), citation }],
      nextAction: { by: 'customer' },
    });
    expect(await operate(ref, { kind: 'expire_notice' })).toEqual({ ok: false, code: 'period_running' });
    await endNoticePeriod(stack, ref);
    await reaches(customer, id, 'filing_review');
    await attach(ref, 'filing');
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
});

describe('changes', () => {
  test('after the service of the notice require a new notice only if they change what the notice states', async () => {
    const { customer, id, ref } = await inReview();
    await serve({ customer, id, ref });
    await endNoticePeriod(stack, ref);
    await reaches(customer, id, 'filing_review');
    for (const [change, review] of [
      [{ freeText: 'The tenant has moved a horse in.' }, 'filing_review'],
      [{ amountOwedCents: 90_000 }, 'notice_review'],
    ] as const) {
      await avery.review(id, 'request_changes');
      await customer.edit(id, change);
      await customer.submit(id);
      expect((await reaches(customer, id, /_review$/)).state).toBe(review);
    }
  });
});

test('while a hearing is postponed, customer and attorney see the same next step, and after a judgment for the defendant no writ can be requested', async () => {
  const { customer, id, ref } = await inReview(holdoverFiling({ property }), filingEvidence);
  await file({ id, ref });
  const expectNext = async (description: string) => {
    const nextAction = { by: 'court', description: `${description} ${beforeDefault('no')}` };
    expect((await customer.read(id)).nextAction).toEqual(nextAction);
    expect((await avery.read(id)).nextAction).toEqual(nextAction);
    const { items } = (await customer.send('GET', '/v1/cases')).body;
    expect(items).toEqual([expect.objectContaining({ id, nextAction })]);
  };
  await avery.outcome(id, { type: 'hearing_scheduled', date: day(20) });
  await expectNext(`Hearing on ${day(20)}, the date now on record.`);
  // The day passes without a report. Then the court sets a new date.
  await stack.store.pool.query(`UPDATE "Case" SET "createdAt" = "createdAt" - interval '10 days' WHERE id = $1`, [id]);
  await avery.outcome(id, { type: 'hearing_scheduled', date: day(-3) });
  await expectNext('No upcoming hearing is on record. The attorney reports what the court decided, or the next date.');
  await avery.outcome(id, { type: 'hearing_scheduled', date: day(27) });
  await expectNext(`Hearing on ${day(27)}, the date now on record.`);
  expect(detailOf(await customer.events(id), 'schedule_hearing')).toEqual({ date: day(27), previousDate: day(-3) });
  expect((await customer.read(id)).deadlines).toEqual([
    { name: 'hearing', date: day(27), citation: 'Set by the court' },
  ]);
  // The date was printed on the summons, so recording its service doesn't change the state.
  await operate(ref, { ...sentOut, stage: 'summons' });
  expect(await operate(ref, { ...served, stage: 'summons' })).toEqual(done);
  expect((await customer.events(id)).at(-1)).toMatchObject({ action: 'summons_served', toState: null });
  expect((await avery.outcome(id, { type: 'judgment', outcome: 'defendant' })).body.state).toBe('judgment_entered');
  await expectRefusal(avery.outcome(id, { type: 'writ_requested' }), 409, 'guard_failed');
  const { body } = await avery.outcome(id, { type: 'closed' });
  expect(body).toMatchObject({ state: 'closed', nextAction: { by: 'none' } });
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

async function serve({ id, ref }: Begun): Promise<void> {
  expect((await avery.approve(id)).body.state).toBe('notice_approved');
  expect(await operate(ref, { ...sentOut, stage: 'notice' })).toEqual(done);
  expect(await operate(ref, servedNotice)).toEqual(done);
}

async function file({ id, ref }: Pick<Begun, 'id' | 'ref'>): Promise<void> {
  expect((await avery.approve(id)).body.state).toBe('filing_approved');
  await operate(ref, { ...filing, status: 'submitted', envelopeId: 'ENV-1' });
  await operate(ref, { ...filing, status: 'accepted', courtCaseNumber: 'D-06-CV-26-000' });
}

async function fileAndJudge({ id, ref }: Begun): Promise<void> {
  await file({ id, ref });
  await operate(ref, { ...sentOut, stage: 'summons' });
  await operate(ref, { ...served, stage: 'summons' });
  await avery.outcome(id, { type: 'hearing_scheduled', date: day(30) });
  await avery.outcome(id, { type: 'judgment', outcome: 'plaintiff' });
  await avery.outcome(id, { type: 'writ_requested' });
  await avery.outcome(id, { type: 'writ_issued' });
  expect((await avery.outcome(id, { type: 'closed' })).body.state).toBe('closed');
}
