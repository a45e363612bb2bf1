import { expect, test } from 'vitest';
import { day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { detailOf } from '../support/history.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { marylandFacts } from '../support/live.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

// A service that was defective is voided, and an attorney goes on without some of the defendants.

const service = await startService({ liveMode: true });
const { store } = service.stack;
const { attorney, inReview, attach, operate } = liveWorld(service);
const avery = await attorney();
const citation = 'Md. Code, Real Prop. § 8-401';

type Given = Awaited<ReturnType<typeof inReview>>;
const sentOut = { stage: 'notice', status: 'pending', method: 'personal' } as const;
const served = { ...sentOut, status: 'served', servedDate: day(0), expires: day(10), citation } as const;

function report({ id }: Given, path: string, body: Record<string, unknown>, method = 'POST') {
  return avery.send(method, `/v1/attorney/cases/${id}/${path}`, { body });
}

async function accepted(given: Given, path: string, body: Record<string, unknown>, method = 'POST') {
  const response = await report(given, path, body, method);
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body;
}

async function attemptsOf({ id }: Given) {
  return (await avery.read(id)).serviceAttempts;
}

/** Approved, with a paper attached, and two defendants. */
async function approved(): Promise<Given> {
  const { parties } = marylandFacts();
  const given = await inReview(marylandFacts({ parties: [...parties, { role: 'defendant', name: 'Robin Example' }] }));
  await attach(given.ref, 'notice');
  expect((await avery.approve(given.id)).status).toBe(200);
  return given;
}

test('a notice that is void is reviewed and served again, and the history keeps what was served', async () => {
  const given = await approved();
  const { id, customer } = given;
  await accepted(given, 'service-attempts', sentOut);
  expect((await accepted(given, 'service-attempts', served)).state).toBe('cure_period');
  const [first] = await attemptsOf(given);
  const path = `service-attempts/${first.id}`;
  const reason = 'The notice names the wrong amount for Terry Example.';
  const both = report(given, path, { void: true, restNotNeeded: true, servedDate: day(0), reason }, 'PATCH');
  expect(await expectIssues(both)).toEqual(['restNotNeeded not_allowed', 'servedDate not_allowed']);
  const after = await accepted(given, path, { void: true, reason }, 'PATCH');
  expect(after).toMatchObject({ state: 'notice_review', deadlines: [] });
  expect(after.data.progress.notice).toBeNull();
  await expectRefusal(report(given, path, { void: true, reason }, 'PATCH'), 409, 'invalid_transition');

  expect(await attemptsOf(given)).toMatchObject([
    { id: first.id, status: 'failed', servedDate: day(0), failureReason: reason },
  ]);
  const events = await customer.events(id);
  expect(events.map(({ action }) => action).slice(-2)).toEqual(['service_failed', 'begin_review']);
  expect(detailOf(events, 'service_failed')).toEqual({
    stage: 'notice',
    method: 'personal',
    servedDate: day(0),
    voided: true,
  });
  expect(events.at(-1)).toMatchObject({ fromState: 'cure_period', toState: 'notice_review' });
  // What the customer reads has no text of the attorney.
  expect(JSON.stringify(events)).not.toContain('Terry');
  const mails = { kind: 'report_corrected', payload: { path: ['caseId'], equals: id } };
  expect(await store.prisma.mail.count({ where: mails })).toBe(1);

  // The approval is gone with it: the same bytes need a new one.
  await expectRefusal(report(given, 'service-attempts', sentOut), 409, 'guard_failed');
  await expect.poll(async () => (await avery.approve(id)).status).toBe(200);
  await accepted(given, 'service-attempts', sentOut);
  const again = await accepted(given, 'service-attempts', { ...served, expires: day(12) });
  expect(again).toMatchObject({ state: 'cure_period', deadlines: [{ name: 'notice_expires', date: day(12) }] });
  expect((await attemptsOf(given)).map(({ status }: { status: string }) => status)).toEqual(['failed', 'served']);
});

test('an attorney goes on without a defendant, whose later service is a row', async () => {
  const given = await approved();
  const { customer, id } = given;
  const [one, two] = [{ partyIndex: 1 }, { partyIndex: 2 }];
  const early = report(given, 'service-attempts', { ...sentOut, ...one, restNotNeeded: true });
  expect(await expectIssues(early)).toEqual(['restNotNeeded not_allowed']);
  await accepted(given, 'service-attempts', { ...sentOut, ...one });
  await accepted(given, 'service-attempts', { ...sentOut, ...two });
  expect((await accepted(given, 'service-attempts', { ...served, ...one })).state).toBe('notice_sent');
  const [first] = await attemptsOf(given);
  const path = `service-attempts/${first.id}`;
  const change = { restNotNeeded: true, reason: 'Moved out before the notice.' };
  const moved = await accepted(given, path, change, 'PATCH');
  expect(moved).toMatchObject({ state: 'cure_period', deadlines: [{ date: day(10), citation }] });
  await expectRefusal(report(given, path, change, 'PATCH'), 409, 'invalid_transition');

  const later = { ...served, ...two, expires: day(14), citation: 'Rule 2' };
  const extended = await accepted(given, 'service-attempts', later);
  expect(extended).toMatchObject({ state: 'cure_period', deadlines: [{ date: day(14), citation: 'Rule 2' }] });
  expect((await attemptsOf(given)).map(({ status }: { status: string }) => status)).toEqual(['served', 'served']);
  const actions = (await customer.events(id)).map(({ action }) => action);
  expect(actions.filter((action) => action === 'notice_served')).toHaveLength(1);
});

test('operators void the service of a summons, which is then sent out again', async () => {
  const { property } = marylandFacts();
  const given = await inReview(holdoverFiling({ property }), filingEvidence);
  const { ref, customer, id } = given;
  await attach(ref, 'filing');
  await avery.approve(id);
  await accepted(given, 'filings', { status: 'submitted' });
  await accepted(given, 'filings', { status: 'accepted', courtCaseNumber: 'C-1' });
  const summons = { stage: 'summons', method: 'personal' } as const;
  await accepted(given, 'service-attempts', { ...summons, status: 'pending' });
  const done = await accepted(given, 'service-attempts', { ...summons, status: 'served', servedDate: day(0) });
  expect(done.state).toBe('summons_served');
  const [{ id: attemptId }] = await attemptsOf(given);
  const none = { date: null, expires: null } as const;
  const correction = {
    kind: 'correct_service',
    attemptId,
    ...none,
    voided: true,
    reason: 'The wrong person.',
  } as const;
  expect(await operate(ref, correction)).toMatchObject({ ok: true });
  const { nextAction } = await reaches(customer, id, 'summons_sent');
  expect(nextAction.by).toBe('attorney');
  await accepted(given, 'service-attempts', { ...summons, status: 'pending' });
  const again = await accepted(given, 'service-attempts', { ...summons, status: 'served', servedDate: day(0) });
  expect(again.state).toBe('summons_served');
});
