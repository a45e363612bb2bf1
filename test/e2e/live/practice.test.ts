import { describe, expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { liveWorld } from '../support/live-case.ts';
import { marylandFacts } from '../support/live.ts';
import { opsFor } from '../support/ops.ts';
import { expectIssues } from '../support/refusals.ts';
import { findInDatabases } from '../support/search-databases.ts';
import { sharedService } from '../support/service.ts';
import { type Body, correctionsOf, reportsOf } from './reports.ts';

// These tests cover events outside the usual course of a case, reported over REST and with the operators' command line.

const service = await sharedService();
const { stack, signUp } = service;
const { prisma } = stack.store;
const { attorney, inReview } = liveWorld(service);
const avery = await attorney();
const { report, accepted, attach } = reportsOf(avery);
const ops = opsFor(stack);
const { property } = marylandFacts();

type Given = Awaited<ReturnType<typeof inReview>>;

/** A case that began at the filing stage, with an attached complaint under review. */
async function inFilingReview(): Promise<Given> {
  const given = await inReview(holdoverFiling({ property }), filingEvidence);
  await attach(given, 'filing');
  return given;
}

/** Such a case after the court has accepted the filing. */
async function filed(): Promise<Given> {
  const given = await inFilingReview();
  expect((await avery.approve(given.id)).status).toBe(200);
  await accepted(given, 'filings', { status: 'submitted', envelopeId: 'ENV-1' });
  await accepted(given, 'filings', { status: 'accepted', courtCaseNumber: 'D-06-1' });
  return given;
}

const factsOf = async ({ customer, id }: Pick<Given, 'customer' | 'id'>) =>
  (await customer.send('GET', `/v1/cases/${id}/facts`)).body.items;

describe('facts', () => {
  test('from the attorney, the operators and the customer form one list, in the order they were reported', async () => {
    const given = await inFilingReview();
    const { customer, id } = given;
    await accepted(given, 'facts', { kind: 'answer_filed', date: day(0), detail: 'A general denial.' });
    await accepted(given, 'facts', { kind: 'transferred', date: day(0) });
    const before = await customer.read(id);
    const paid = { kind: 'payment', date: day(0), amountCents: 70000, detail: 'Half, by check of Terry Example.' };
    const answer = await customer.send('POST', `/v1/cases/${id}/facts`, { body: paid });
    expect([answer.status, answer.body]).toEqual([201, (await factsOf(given)).at(-1)]);
    const { state, data } = await customer.read(id);
    expect([state, data.progress]).toMatchObject([before.state, { cureReports: [] }]);
    await ops.json('case', 'record-fact', id, '--kind', 'dismissed', '--date', day(0), '--on-word-of', 'court');
    const facts = await factsOf(given);
    expect(facts).toMatchObject([
      { kind: 'answer_filed', date: day(0), amountCents: null, detail: 'A general denial.', reportedBy: 'attorney' },
      { kind: 'transferred', date: day(0), detail: null, reportedBy: 'attorney' },
      { ...paid, reportedBy: 'customer' },
      { kind: 'dismissed', date: day(0), detail: null, reportedBy: 'platform' },
    ]);
    expect((await report(given, 'facts', undefined, 'GET')).body.items).toEqual(facts);
    const views = await prisma.tenantDataView.findMany({ where: { caseId: id, what: 'facts' } });
    expect(views).toMatchObject([{ actorType: 'attorney', actor: avery.id }]);
    // Reported facts don't appear among the events that the API returns.
    expect((await customer.events(id)).map(({ action }) => action)).not.toContain('payment');
    const mails = await prisma.mail.findMany({
      where: { kind: 'fact_reported', payload: { path: ['caseId'], equals: id } },
    });
    expect(mails).toMatchObject([{ recipient: avery.email, payload: { caseId: id, fact: 'payment' } }]);
    const actions = (await avery.read(id)).events.filter(({ action }: Body) => action === 'operator_action');
    expect(actions.at(-1).detail).toMatchObject({ command: 'record_fact', onWordOf: 'court' });
  });

  test("about a test case can be reported by its customer, but not with a future date or an amount that doesn't apply", async () => {
    const customer = await signUp();
    const { id } = await customer.submitted(buildFacts());
    const send = (date: string) =>
      customer.send('POST', `/v1/cases/${id}/facts`, { body: { kind: 'moved_out', date } });
    expect(await expectIssues(send(day(2)))).toEqual(['date future']);
    // The date may be before the case began: the tenant may have moved out last week.
    expect((await send(day(-3))).body).toMatchObject({ kind: 'moved_out', date: day(-3) });
    expect((await customer.read(id)).state).toBe('notice_review');
    const priced = { kind: 'moved_out', date: day(0), amountCents: 100 };
    const refused = customer.send('POST', `/v1/cases/${id}/facts`, { body: priced });
    expect(await expectIssues(refused)).toEqual(['amountCents not_allowed']);
    expect(await factsOf({ customer, id })).toMatchObject([{ kind: 'moved_out', reportedBy: 'customer' }]);
  });
});

test('payments due under an agreement are deadlines that operators can set, change and remove', async () => {
  const citation = 'Agreement of the parties, § 2';
  const { customer, id } = await inReview();
  const own = ['--name', 'payment_due', '--date', day(60), '--citation', citation, '--reason', 'Second half.'];
  await ops.json('case', 'set-deadline', id, ...own);
  const [deadline] = (await customer.read(id)).deadlines;
  expect(deadline).toMatchObject({ name: 'payment_due', date: day(60), citation });
  await ops.json('case', 'change-deadline', id, deadline?.id ?? '', '--date', day(61), '--reason', 'A holiday.');
  expect((await customer.read(id)).deadlines).toMatchObject([{ date: day(61), citation }]);
  await ops.json('case', 'remove-deadline', id, deadline?.id ?? '', '--reason', 'Paid early.');
  expect((await customer.read(id)).deadlines).toEqual([]);
});

test('a judgment and its hearing can be corrected, the history still shows what was reported, and Temporal never stores the amounts', async () => {
  const amounts = { amountCents: 987_654_321, costsCents: 6_543_217 };
  const facts = { date: day(0), manner: 'default', withPrejudice: true };
  const given = await filed();
  const { customer, id } = given;
  await accepted(given, 'outcomes', { type: 'hearing_scheduled', date: day(10) });
  const judged = { type: 'judgment', outcome: 'plaintiff' };
  expect(await expectIssues(report(given, 'outcomes', { ...judged, judgment: facts }))).toEqual([
    'judgment unknown_field',
  ]);
  await accepted(given, 'outcomes', judged);
  const add = (body: Body) => report(given, 'judgment', body, 'PATCH');
  expect(await expectIssues(add({ date: day(3) }))).toEqual(['date future']);
  expect((await add({ ...facts, ...amounts })).status).toBe(200);
  expect(await expectIssues(add({ ...facts, costsCents: 1 }))).toEqual(['reason required']);
  const shown = { outcome: 'plaintiff', ...facts, ...amounts };
  expect((await customer.read(id)).data.progress.judgment).toEqual(shown);
  const [entered, added] = (await customer.events(id)).slice(-2);
  expect([entered?.detail, added?.detail]).toEqual([{ outcome: 'plaintiff' }, { ...shown, added: true }]);
  const found = await findInDatabases(service.stack, String(amounts.amountCents));
  expect(found.filter((table) => table.startsWith('temporal'))).toEqual([]);
  expect(found.length).toBeGreaterThan(0);

  const correct = (path: string, body: Body) => report(given, path, { reason: 'Misread.', ...body }, 'PATCH');
  expect(await expectIssues(correct('judgment', { date: day(-3) }))).toEqual(['date before_case']);
  expect(await expectIssues(correct('judgment', {}))).toEqual([' required']);
  const lower = { amountCents: 500_000, withPrejudice: false };
  const after = await correct('judgment', { ...lower, costsCents: amounts.costsCents });
  const right = { ...shown, ...lower };
  expect([after.status, after.body.data.progress.judgment]).toEqual([200, right]);
  const place = { time: '09:30', place: 'Courtroom 4, 27 Courthouse Square' };
  const placed = await report(given, 'hearing', place, 'PATCH');
  expect([placed.status, placed.body.data.progress.hearing]).toEqual([200, { date: day(10), ...place }]);
  expect(await expectIssues(report(given, 'hearing', { time: '10:00' }, 'PATCH'))).toEqual(['reason required']);
  const moved = await ops.json('case', 'correct-hearing', id, '--date', day(11), '--reason', 'The 11th.');
  expect(moved.state).toBe('judgment_entered');
  expect(await customer.read(id)).toMatchObject({
    deadlines: [{ name: 'hearing', date: day(11) }],
    data: { progress: { hearing: { date: day(11), ...place }, judgment: right } },
  });
  const costs = ['--costs-cents', '0', '--reason', 'None were awarded.', '--on-word-of', 'court'];
  // Sent twice: the second command changes nothing and sends no email.
  for (let sent = 0; sent < 2; sent += 1) await ops.json('case', 'correct-judgment', id, ...costs);
  const events = (await customer.events(id)).slice(-4);
  expect(events.map(({ corrected }) => corrected)).toEqual([true, undefined, true, true]);
  expect((await customer.events(id))[0]).not.toHaveProperty('corrected');
  expect(events.map(({ action, toState, detail }) => ({ action, toState, ...(detail as object) }))).toEqual([
    { action: 'record_judgment', toState: null, corrected: true, ...right },
    { action: 'schedule_hearing', toState: null, added: true, date: day(10), previousDate: day(10), ...place },
    { action: 'schedule_hearing', toState: null, corrected: true, date: day(11), previousDate: day(10), ...place },
    { action: 'record_judgment', toState: null, corrected: true, ...right, costsCents: 0 },
  ]);
  expect(await prisma.mail.count({ where: correctionsOf(id) })).toBe(5);
  // Corrections and added details don't repeat the email about the hearing or the judgment.
  for (const kind of ['hearing_scheduled', 'judgment_entered'])
    expect(await prisma.mail.count({ where: { kind, payload: { path: ['caseId'], equals: id } } })).toBe(1);
  // The judgment was vacated, so the new hearing clears it.
  const again = await accepted(given, 'outcomes', { type: 'hearing_scheduled', date: day(40) });
  expect(again.data.progress).toMatchObject({ judgment: null, hearing: { date: day(40) } });
});
