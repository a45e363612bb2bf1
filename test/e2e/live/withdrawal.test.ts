import { setAttorneyLicenses } from '@evict/store/attorneys';
import { describe, expect, test } from 'vitest';
import { day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { storyOf } from '../support/history.ts';
import { liveWorld } from '../support/live-case.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
const { attorney, submitted, inReview, operate } = liveWorld(service);
const avery = await attorney();
const { property } = marylandFacts();

const pending = { kind: 'record_service', status: 'pending', method: 'personal', date: null, expires: null } as const;
const served = { ...pending, status: 'served', date: day(0) } as const;
const filing = { kind: 'record_filing' } as const;

type Given = Awaited<ReturnType<typeof inReview>>;
type Step = (given: Given) => Promise<unknown>;

const noticePath: readonly [string, Step][] = [
  ['notice_review', async () => {}],
  ['notice_approved', ({ id }) => avery.approve(id)],
  ['notice_sent', ({ ref }) => operate(ref, { ...pending, stage: 'notice' })],
  [
    'cure_period',
    ({ ref }) => operate(ref, { ...served, stage: 'notice', expires: day(9), citation: 'Md. Code § 8-401' }),
  ],
];
const filingPath: readonly [string, Step][] = [
  ['filing_review', async () => {}],
  ['filing_approved', ({ id }) => avery.approve(id)],
  ['filing_submitted', ({ ref }) => operate(ref, { ...filing, status: 'submitted' })],
  ['filing_accepted', ({ ref }) => operate(ref, { ...filing, status: 'accepted', courtCaseNumber: '7' })],
  ['summons_sent', ({ ref }) => operate(ref, { ...pending, stage: 'summons' })],
  ['summons_served', ({ ref }) => operate(ref, { ...served, stage: 'summons' })],
  ['hearing_scheduled', ({ id }) => avery.outcome(id, { type: 'hearing_scheduled', date: day(9) })],
  ['judgment_entered', ({ id }) => avery.outcome(id, { type: 'judgment', outcome: 'plaintiff' })],
  ['writ_requested', ({ id }) => avery.outcome(id, { type: 'writ_requested' })],
  ['writ_issued', ({ id }) => avery.outcome(id, { type: 'writ_issued' })],
];
const places = [noticePath, filingPath].flatMap((path) =>
  path.map(([state], index) => ({ state, path: path.slice(0, index + 1), byFiling: path === filingPath })),
);

async function reach({ path, byFiling }: (typeof places)[number]): Promise<Given> {
  const given = await (byFiling ? inReview(holdoverFiling({ property }), filingEvidence) : inReview());
  for (const [, step] of path) await step(given);
  return given;
}

describe('a withdrawal with an attorney engaged', () => {
  test.each(places)('in $state waits for the confirmation that all work has stopped', async (place) => {
    const { customer, id } = await reach(place);
    const held = await customer.withdraw(id);
    expect(held).toMatchObject({
      state: 'on_hold',
      heldFrom: place.state,
      nextAction: {
        by: 'attorney',
        description: expect.stringMatching(/^Confirm that all work has stopped\./) as string,
      },
    });
    const isFiled = place.byFiling && !/^filing_(review|approved)$/.test(place.state);
    expect(held.nextAction.description.includes('The court case needs its own dismissal')).toBe(isFiled);
    expect(held.data.progress.withdrawal).toMatchObject({ needsDismissal: isFiled, dismissedOn: null });
    expect(await customer.withdraw(id)).toEqual(held);
    expect(storyOf(await customer.events(id)).slice(-2)).toEqual([
      `customer: hold ${place.state} -> on_hold`,
      'customer: withdrawal_requested',
    ]);
    expect((await avery.outcome(id, { type: 'closed' })).body.state).toBe('withdrawn');
    expect(storyOf(await customer.events(id)).at(-1)).toBe('attorney: withdraw on_hold -> withdrawn');
    await expectRefusal(customer.act(id, 'withdraw'), 409, 'invalid_transition');
  });

  test('blocks everything else, and ends on the confirmation of operators if the attorney cannot give theirs', async () => {
    const { customer, id, ref } = await inReview();
    await customer.withdraw(id);
    await expectRefusal(avery.review(id, 'approve'), 409, 'invalid_transition');
    await expectRefusal(avery.outcome(id, { type: 'writ_requested' }), 409, 'invalid_transition');
    expect(await operate(ref, { kind: 'resume' })).toEqual({ ok: false, code: 'withdrawal_pending' });
    expect(await operate(ref, { kind: 'confirm_withdrawal' })).toEqual({ ok: true });
    expect(storyOf(await customer.events(id)).at(-1)).toBe('platform: withdraw on_hold -> withdrawn');
  });

  test('of a draft that went back to its customer waits for it too', async () => {
    const { customer, id, ref } = await inReview();
    await avery.review(id, 'request_changes', [], 'The unit number, please.');
    const held = await customer.withdraw(id);
    expect(held).toMatchObject({ state: 'on_hold', heldFrom: 'draft', nextAction: { by: 'attorney' } });
    expect(await customer.withdraw(id)).toEqual(held);
    expect(storyOf(await customer.events(id)).slice(-2)).toEqual([
      'customer: hold draft -> on_hold',
      'customer: withdrawal_requested',
    ]);
    await expectRefusal(customer.act(id, 'submit'), 409, 'invalid_transition');
    await expectRefusal(customer.send('PATCH', `/v1/cases/${id}`, { body: {} }), 409, 'invalid_state');
    expect(await operate(ref, { kind: 'resume' })).toEqual({ ok: false, code: 'withdrawal_pending' });
    expect((await avery.outcome(id, { type: 'closed' })).body.state).toBe('withdrawn');
    expect((await customer.send('GET', `/v1/cases/${id}/charges`)).body.items).toMatchObject([{ state: 'due' }]);
  });

  test('of a draft that went back and is on hold already keeps where it came from; resumed, it is that draft again', async () => {
    const { customer, id, ref } = await inReview();
    await avery.review(id, 'request_changes', [], 'The unit number, please.');
    await operate(ref, { kind: 'hold', notes: 'The landlord sold the house.' });
    expect(await customer.read(id)).toMatchObject({ state: 'on_hold', heldFrom: 'draft' });
    expect(await operate(ref, { kind: 'resume' })).toEqual({ ok: true });
    expect(await customer.read(id)).toMatchObject({ state: 'draft', heldFrom: null, nextAction: { by: 'customer' } });
    await operate(ref, { kind: 'hold', notes: 'The landlord sold the house.' });
    expect(await customer.withdraw(id)).toMatchObject({ state: 'on_hold', heldFrom: 'draft' });
    expect(storyOf(await customer.events(id)).at(-1)).toBe('customer: withdrawal_requested');
  });

  test('of a case that is on hold already keeps where it came from', async () => {
    const { customer, id, ref } = await inReview();
    await operate(ref, { kind: 'hold', notes: 'The landlord sold the house.' });
    expect(await customer.withdraw(id)).toMatchObject({ state: 'on_hold', heldFrom: 'notice_review' });
    expect(storyOf(await customer.events(id)).at(-1)).toBe('customer: withdrawal_requested');
  });

  test('is confirmed by an attorney whose license has lapsed', async () => {
    const blake = await attorney({ states: ['VA'] });
    const { customer, id } = await inReview(marylandFacts({ property: { ...property, state: 'VA' } }));
    await setAttorneyLicenses(service.stack.store, blake.id, []);
    await expectRefusal(blake.outcome(id, { type: 'closed' }), 403, 'attorney_not_eligible');
    await customer.withdraw(id);
    expect((await blake.outcome(id, { type: 'closed' })).body.state).toBe('withdrawn');
  });
});

describe('a withdrawal is done at once', () => {
  test('of a draft that nobody has been engaged for', async () => {
    const customer = inLiveMode(service, await service.signUp());
    const { id } = await customer.create(marylandFacts());
    expect((await customer.withdraw(id)).state).toBe('withdrawn');
  });

  test('while nobody is engaged, and the fee is void', async () => {
    const { customer, id } = await submitted(marylandFacts({ property: { ...property, state: 'AK' } }));
    expect((await customer.withdraw(id)).state).toBe('withdrawn');
    expect((await customer.send('GET', `/v1/cases/${id}/charges`)).body.items).toMatchObject([{ state: 'void' }]);
  });

  test('after the attorney declined, and the fee is void', async () => {
    const { customer, id } = await inReview();
    await avery.review(id, 'reject', [], 'A conflict of interest.');
    expect(await customer.read(id)).toMatchObject({ state: 'on_hold', nextAction: { by: 'platform' } });
    expect((await customer.withdraw(id)).state).toBe('withdrawn');
    expect((await customer.send('GET', `/v1/cases/${id}/charges`)).body.items).toMatchObject([{ state: 'void' }]);
  });
});

describe('a withdrawal in a race', () => {
  test('with the assignment ends withdrawn, or on hold with a withdrawal pending', async () => {
    for (let round = 0; round < 5; round += 1) {
      const customer = inLiveMode(service, await service.signUp());
      const { id } = await customer.create(marylandFacts());
      const [, withdrawn] = await Promise.all([customer.act(id, 'submit'), customer.act(id, 'withdraw')]);
      expect([200, 409]).toContain(withdrawn.status);
      const { state, data } = await customer.read(id);
      if (state === 'on_hold') expect(data.progress.withdrawal).not.toBeNull();
      else if (withdrawn.status === 200) expect(state).toBe('withdrawn');
    }
  });

  test.each([
    ['a review', ({ id }: Given) => avery.approve(id)],
    ['an outcome', ({ id }: Given) => avery.outcome(id, { type: 'closed' })],
  ])('with %s leaves a history that says which came first', async (_, act) => {
    for (let round = 0; round < 5; round += 1) {
      const given = await inReview();
      const { customer, id } = given;
      await Promise.all([customer.act(id, 'withdraw'), act(given)]);
      const story = storyOf(await customer.events(id)).slice(3);
      const { state } = await customer.read(id);
      const last = await service.stack.store.prisma.caseEvent.findFirst({
        where: { caseId: id, toState: { not: null } },
        orderBy: { sequence: 'desc' },
      });
      expect(last?.toState).toBe(state);
      expect(story.filter((line) => line.includes('withdrawal_requested')).length).toBeLessThanOrEqual(1);
    }
  });
});

describe('a withdrawal after the filing', () => {
  const filed = () => reach(places.find(({ state }) => state === 'filing_accepted') ?? expect.unreachable());
  const withdrawn = async (dismissedOn?: string) => {
    const given = await filed();
    await given.customer.withdraw(given.id);
    const closed = { type: 'closed', ...(dismissedOn !== undefined && { dismissedOn }) } as const;
    expect((await avery.outcome(given.id, closed)).body.state).toBe('withdrawn');
    return { ...given, read: () => given.customer.read(given.id) };
  };
  const report = (id: string, kind: string, by = avery) =>
    by.send('POST', `/v1/attorney/cases/${id}/facts`, { body: { kind, date: day(0) } });
  const mailsOf = async (caseId: string, kind: string) =>
    service.stack.store.prisma.mail.count({ where: { kind, payload: { path: ['caseId'], equals: caseId } } });

  test('shows the day on which the court dismissed its case, as the attorney gives it with the confirmation', async () => {
    const { customer, id, read } = await withdrawn(day(0));
    const { nextAction, data } = await read();
    expect(nextAction.description).toBe(`The case is withdrawn. The court case was dismissed on ${day(0)}.`);
    expect(data.progress.withdrawal).toMatchObject({ needsDismissal: false, dismissedOn: day(0) });
    expect((await customer.events(id)).at(-1)).toMatchObject({
      action: 'withdraw',
      detail: { needsDismissal: false, dismissedOn: day(0) },
    });
    await expectRefusal(report(id, 'dismissed'), 409, 'invalid_transition');
  });

  test('says without that day that none is on record, and takes it later: that alone, from its attorney alone, once', async () => {
    const { customer, id, read } = await withdrawn();
    const before = await read();
    expect(before).toMatchObject({
      state: 'withdrawn',
      nextAction: {
        by: 'none',
        description: 'The case is withdrawn. The court case needs its own dismissal, and none is on record.',
      },
      data: { progress: { withdrawal: { needsDismissal: true, dismissedOn: null } } },
    });
    await expectRefusal(report(id, 'payment'), 409, 'invalid_transition');
    const other = await attorney({ states: ['DC'] });
    await expectRefusal(report(id, 'dismissed', other), 404, 'not_found');
    const early = { kind: 'dismissed', date: day(-3) };
    const tooEarly = await avery.send('POST', `/v1/attorney/cases/${id}/facts`, { body: early });
    expect([tooEarly.status, tooEarly.body.error.details.issues[0].path]).toEqual([400, 'date']);
    const reports = await Promise.all([report(id, 'dismissed'), report(id, 'dismissed'), report(id, 'dismissed')]);
    expect(reports.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409']);
    const after = await read();
    expect(after.state).toBe('withdrawn');
    expect(after.data.progress.withdrawal).toMatchObject({ needsDismissal: false, dismissedOn: day(0) });
    expect(after.nextAction.description).toContain(`dismissed on ${day(0)}`);
    expect(await customer.events(id)).toEqual(await customer.events(id));
    const { events } = await avery.read(id);
    expect(events.at(-2)).toMatchObject({ action: 'dismissed', actorType: 'attorney', detail: { date: day(0) } });
    await expect.poll(() => mailsOf(id, 'court_case_dismissed')).toBe(1);
  });

  test('takes no day before anything is filed, none in the future, and none before the case', async () => {
    const { customer, id } = await inReview();
    await customer.withdraw(id);
    const confirm = (dismissedOn: string) => avery.outcome(id, { type: 'closed', dismissedOn });
    for (const date of [day(2), day(-3)]) {
      const { status, body } = await confirm(date);
      expect([status, body.error.details.issues[0].path]).toEqual([400, 'dismissedOn']);
    }
    await expectRefusal(confirm(day(0)), 409, 'guard_failed');
    expect((await avery.outcome(id, { type: 'closed' })).body.state).toBe('withdrawn');
    expect((await customer.read(id)).nextAction.description).toBe('Nothing is left to do.');
  });
});
