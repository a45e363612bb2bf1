import { describe, expect, test } from 'vitest';
import { day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { storyOf } from '../support/history.ts';
import { liveWorld } from '../support/live-case.ts';
import { factsIn, inLiveMode, marylandFacts } from '../support/live.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';
import { filing, reportsOf, sentOut } from './reports.ts';

const service = await sharedService();
const { prisma } = service.stack.store;
const { attorney, submitted, inReview, operate } = liveWorld(service);
const avery = await attorney();
const { report } = reportsOf(avery);
const { property } = marylandFacts();

type Given = Awaited<ReturnType<typeof inReview>>;

async function noticeSent(): Promise<Given> {
  const given = await inReview();
  await avery.approve(given.id);
  await operate(given.ref, { ...sentOut, stage: 'notice' });
  return given;
}

async function filed(): Promise<Given> {
  const given = await inReview(holdoverFiling({ property }), filingEvidence);
  await avery.approve(given.id);
  await operate(given.ref, { ...filing, status: 'submitted' });
  await operate(given.ref, { ...filing, status: 'accepted', courtCaseNumber: '7' });
  return given;
}

async function chargesOf({ customer, id }: Pick<Given, 'customer' | 'id'>) {
  return (await customer.send('GET', `/v1/cases/${id}/charges`)).body.items;
}

describe('a withdrawal while an attorney is engaged', () => {
  test.each([
    ['notice_sent', noticeSent, false],
    ['filing_accepted', filed, true],
  ] as const)('in %s waits for the attorney to confirm that all work has stopped', async (state, reach, isFiled) => {
    const { customer, id } = await reach();
    const held = await customer.withdraw(id);
    expect(held).toMatchObject({ state: 'on_hold', heldFrom: state, nextAction: { by: 'attorney' } });
    expect(held.nextAction.description).toMatch(/^Confirm that all work has stopped\./);
    expect(held.nextAction.description.includes('The court case needs its own dismissal')).toBe(isFiled);
    expect(held.data.progress.withdrawal).toMatchObject({ needsDismissal: isFiled, dismissedOn: null });
    expect(await customer.withdraw(id)).toEqual(held);
    expect(storyOf(await customer.events(id)).slice(-2)).toEqual([
      `customer: hold ${state} -> on_hold`,
      'customer: withdrawal_requested',
    ]);
    expect((await avery.outcome(id, { type: 'closed' })).body.state).toBe('withdrawn');
    expect(storyOf(await customer.events(id)).at(-1)).toBe('attorney: withdraw on_hold -> withdrawn');
    await expectRefusal(customer.act(id, 'withdraw'), 409, 'invalid_transition');
  });
});

test('a withdrawal takes effect at once if no attorney is engaged: the case accepts no more commands, and the fee is void', async () => {
  const { customer, id } = await submitted(factsIn('AK'));
  const withdrawn = await customer.withdraw(id);
  expect(withdrawn).toMatchObject({ state: 'withdrawn', heldFrom: null, nextAction: { by: 'none' } });
  expect(withdrawn.data.progress.withdrawal).toBeNull();
  expect(await chargesOf({ customer, id })).toMatchObject([{ state: 'void' }]);
  for (const action of ['withdraw', 'submit', 'report-cure'])
    await expectRefusal(customer.act(id, action), 409, 'invalid_transition');
});

describe('a withdrawal that races', () => {
  test('with the assignment of an attorney, if accepted, leaves the case either withdrawn or on hold with the withdrawal pending', async () => {
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
  ])("with %s is recorded at most once, and the history ends in the case's current state", async (_, act) => {
    for (let round = 0; round < 4; round += 1) {
      const given = await inReview();
      const { customer, id } = given;
      await Promise.all([customer.act(id, 'withdraw'), act(given)]);
      const events = await customer.events(id);
      expect(events.findLast(({ toState }) => toState !== null)?.toState).toBe((await customer.read(id)).state);
      expect(events.filter(({ action }) => action === 'withdrawal_requested').length).toBeLessThanOrEqual(1);
    }
  });
});

test('a dismissal after a completed withdrawal is recorded and emailed once, even if it is reported three times at once', async () => {
  const given = await filed();
  const { customer, id } = given;
  await customer.withdraw(id);
  await avery.outcome(id, { type: 'closed' });
  const fact = { kind: 'dismissed', date: day(0) };
  const reports = await Promise.all([1, 2, 3].map(() => report(given, 'facts', fact)));
  expect(reports.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409']);
  expect((await customer.read(id)).data.progress.withdrawal).toMatchObject({ dismissedOn: day(0) });
  const mails = { kind: 'court_case_dismissed', payload: { path: ['caseId'], equals: id } };
  await expect.poll(() => prisma.mail.count({ where: mails })).toBe(1);
});

test('the confirmation of a withdrawal includes a dismissal that was reported earlier', async () => {
  const given = await filed();
  const { customer, id } = given;
  await customer.withdraw(id);
  expect(await expectIssues(avery.outcome(id, { type: 'closed', dismissedOn: day(0) }))).toEqual([
    'dismissedOn unknown_field',
  ]);
  // The date may be before the case began.
  expect((await report(given, 'facts', { kind: 'dismissed', date: day(-3) })).status).toBe(200);
  expect((await avery.outcome(id, { type: 'closed' })).body.state).toBe('withdrawn');
  const detail = { needsDismissal: false, dismissedOn: day(-3) };
  expect((await customer.events(id)).at(-1)).toMatchObject({ action: 'withdraw', detail });
});
