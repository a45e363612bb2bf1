import { maxCustomerFacts } from '@evict/contract';
import { describe, expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, pdf } from '../support/grounds.ts';
import { detailOf } from '../support/history.ts';
import { liveWorld } from '../support/live-case.ts';
import { marylandFacts } from '../support/live.ts';
import { opsFor } from '../support/ops.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { findInDatabases } from '../support/search-databases.ts';
import { startService } from '../support/service.ts';

// The events of practice over REST and the operators' command line: what courts and parties do beside the plain course.

const service = await startService({ liveMode: true });
const { stack, signUp } = service;
const { prisma } = stack.store;
const { attorney, inReview } = liveWorld(service);
const avery = await attorney();
const ops = opsFor(stack);
const { property } = marylandFacts();

type Given = Awaited<ReturnType<typeof inReview>>;
type Body = Record<string, unknown>;

function report({ id }: Pick<Given, 'id'>, path: string, body?: Body, method = 'POST') {
  return avery.send(method, `/v1/attorney/cases/${id}/${path}`, { body });
}

/** Reports that must be accepted; returns the case. */
async function accepted(given: Given, path: string, body?: Body, method = 'POST') {
  const response = await report(given, path, body, method);
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body;
}

async function attach({ id }: Given, kind: string): Promise<string> {
  const contentBase64 = pdf(`${kind} ${crypto.randomUUID()}`).toString('base64');
  const body = { kind, filename: `${kind}.pdf`, contentBase64 };
  const { status, body: document } = await avery.send('POST', `/v1/attorney/cases/${id}/documents`, { body });
  expect(status).toBe(201);
  return document.contentHash;
}

/** A case that entered at filing, with an attached complaint under review. */
async function inFilingReview(): Promise<Given> {
  const given = await inReview(holdoverFiling({ property }), filingEvidence);
  await attach(given, 'filing');
  return given;
}

/** The same, accepted by the court. */
async function filed(): Promise<Given> {
  const given = await inFilingReview();
  expect((await avery.approve(given.id)).status).toBe(200);
  await accepted(given, 'filings', { status: 'submitted', envelopeId: 'ENV-1' });
  await accepted(given, 'filings', { status: 'accepted', courtCaseNumber: 'D-06-1' });
  return given;
}

async function judged(judgment?: Body): Promise<Given> {
  const given = await filed();
  await accepted(given, 'outcomes', { type: 'hearing_scheduled', date: day(10) });
  await accepted(given, 'outcomes', { type: 'judgment', outcome: 'plaintiff', ...(judgment && { judgment }) });
  return given;
}

const factsOf = async ({ customer, id }: Pick<Given, 'customer' | 'id'>) =>
  (await customer.send('GET', `/v1/cases/${id}/facts`)).body.items;

const correctionsOf = (caseId: string) => ({ kind: 'report_corrected', payload: { path: ['caseId'], equals: caseId } });

describe('facts', () => {
  test('of attorney, operators and customer are one history, in the order of the reports', async () => {
    const given = await inFilingReview();
    const { customer, id } = given;
    await accepted(given, 'facts', { kind: 'answer_filed', date: day(0), detail: 'A general denial.' });
    await accepted(given, 'facts', { kind: 'transferred', date: day(0) });
    const before = await customer.read(id);
    const paid = { kind: 'payment', date: day(0), detail: 'Half, by check of Terry Example.' };
    const answer = await customer.send('POST', `/v1/cases/${id}/facts`, { body: paid });
    expect([answer.status, answer.body.state]).toEqual([200, before.state]);
    expect(answer.body.data.progress).toMatchObject({ cureReports: [] });
    await ops.json('case', 'record-fact', id, '--kind', 'dismissed', '--date', day(0), '--on-word-of', 'court');
    const facts = await factsOf(given);
    expect(facts).toMatchObject([
      { kind: 'answer_filed', date: day(0), detail: 'A general denial.', reportedBy: 'attorney' },
      { kind: 'transferred', date: day(0), detail: null, reportedBy: 'attorney' },
      { ...paid, reportedBy: 'customer' },
      { kind: 'dismissed', date: day(0), detail: null, reportedBy: 'platform' },
    ]);
    expect((await report(given, 'facts', undefined, 'GET')).body.items).toEqual(facts);
    const views = await prisma.tenantDataView.findMany({ where: { caseId: id, what: 'facts' } });
    expect(views).toMatchObject([{ actorType: 'attorney', actor: avery.id }]);
    // Not events of the interface.
    expect((await customer.events(id)).map(({ action }) => action)).not.toContain('payment');
    const mails = await prisma.mail.findMany({ where: { kind: 'fact_reported' } });
    expect(mails).toMatchObject([{ recipient: avery.email, payload: { caseId: id, fact: 'payment' } }]);
    const actions = (await avery.read(id)).events.filter(({ action }: Body) => action === 'operator_action');
    expect(actions.at(-1).detail).toMatchObject({ command: 'record_fact', onWordOf: 'court' });
  });

  test('a payment during the review of the filing makes an older approval stale', async () => {
    const { customer, id } = await inFilingReview();
    const { body: before } = await report({ id }, 'review', undefined, 'GET');
    const hashes = before.documents.map((one: { contentHash: string }) => one.contentHash);
    await customer.send('POST', `/v1/cases/${id}/facts`, { body: { kind: 'payment', date: day(0) } });
    await expectRefusal(avery.review(id, 'approve', hashes), 409, 'stale_approval');
  });

  test('of another kind, day or state are refused, and a test case takes them too', async () => {
    const customer = await signUp();
    const { id } = await customer.create(buildFacts());
    const send = (body: Body) => customer.send('POST', `/v1/cases/${id}/facts`, { body });
    const fact = { kind: 'moved_out', date: day(0) };
    await expectRefusal(send(fact), 409, 'invalid_transition');
    await customer.act(id, 'submit');
    expect(await expectIssues(send({ kind: 'answer_filed', date: '2026-02-30', detail: '', by: 'me' }))).toEqual(
      expect.arrayContaining(['kind one_of', 'date date', 'detail too_short', 'by unknown_field']),
    );
    expect(await expectIssues(send({ ...fact, date: day(2) }))).toEqual(['date future']);
    expect(await expectIssues(send({ ...fact, date: day(-3) }))).toEqual(['date before_case']);
    expect((await send(fact)).body).toMatchObject({ id, state: 'notice_review' });
    expect(await factsOf({ customer, id })).toMatchObject([{ ...fact, reportedBy: 'customer' }]);
    await customer.withdraw(id);
    await expectRefusal(send(fact), 409, 'invalid_transition');
    expect(maxCustomerFacts).toBeGreaterThan(0);
  });
});

describe('on hold', () => {
  test('nothing goes out, by whatever command, until attorney or operator resumes it', async () => {
    const ready = await inFilingReview();
    await avery.approve(ready.id);
    const served = await filed();
    const sent = { stage: 'summons', status: 'pending', method: 'personal' };
    await accepted(ready, 'hold', { reason: 'bankruptcy', until: day(30) });
    const kind = ['--kind', 'court_stay', '--until', day(20), '--reason', 'Ordered.', '--on-word-of', 'court'];
    expect(await ops.json('case', 'hold', served.id, ...kind)).toMatchObject({ state: 'on_hold' });
    expect(detailOf(await served.customer.events(served.id), 'hold')).toMatchObject({
      reason: 'court_stay',
      until: day(20),
    });
    for (const [path, body] of [
      ['filings', { status: 'submitted' }],
      ['service-attempts', { ...sent, stage: 'notice' }],
      ['reviews', { decision: 'approve', documentHashes: [] }],
    ] as const)
      await expectRefusal(
        report(ready, path, body),
        409,
        path === 'service-attempts' ? 'guard_failed' : 'invalid_transition',
      );
    for (const [path, body] of [
      ['filings', { status: 'accepted' }],
      ['service-attempts', sent],
      ['service-attempts', { ...sent, status: 'served', servedDate: day(0) }],
      ['outcomes', { type: 'hearing_scheduled', date: day(9) }],
      ['outcomes', { type: 'judgment', outcome: 'plaintiff' }],
      ['outcomes', { type: 'writ_requested' }],
      ['outcomes', { type: 'writ_issued' }],
    ] as const)
      await expectRefusal(report(served, path, body), 409, 'invalid_transition');
    for (const command of ['rework-filing', 'expire-notice', 'cure'])
      expect(await ops.refused('case', command, served.id)).toBe('invalid_transition');
    expect(await ops.refused('case', 'record-filing', ready.id, '--status', 'submitted', '--envelope', 'ENV-2')).toBe(
      'invalid_transition',
    );
    expect((await accepted(ready, 'resume')).state).toBe('filing_approved');
    expect(await ops.json('case', 'resume', served.id)).toMatchObject({ state: 'filing_accepted' });
    expect((await accepted(ready, 'filings', { status: 'submitted' })).state).toBe('filing_submitted');
  });

  test('an agreement sets its payments as deadlines; a breach resumes the case, performance closes it', async () => {
    const citation = 'Agreement of the parties, § 2';
    for (const end of ['breach', 'performance']) {
      const given = await filed();
      await accepted(given, 'hold', { reason: 'agreement', until: day(60) });
      const { deadlines } = await accepted(given, 'deadlines', { name: 'payment_due', date: day(30), citation });
      expect(deadlines).toMatchObject([{ name: 'payment_due', date: day(30), citation }]);
      const { id } = given;
      const own = ['--name', 'payment_due', '--date', day(60), '--citation', citation, '--reason', 'Second half.'];
      await ops.json('case', 'set-deadline', id, ...own);
      const all = (await given.customer.read(id)).deadlines;
      expect(all).toMatchObject([{ date: day(30) }, { name: 'payment_due', date: day(60), citation }]);
      const second = all[1]?.id ?? '';
      const changed = ['--date', day(61), '--reason', 'A holiday.'];
      await ops.json('case', 'change-deadline', id, second, ...changed);
      expect((await given.customer.read(id)).deadlines[1]).toMatchObject({ date: day(61), citation });
      if (end === 'breach') {
        expect((await accepted(given, 'resume')).state).toBe('filing_accepted');
        await accepted(given, 'outcomes', { type: 'hearing_scheduled', date: day(70) });
      } else {
        await ops.json('case', 'remove-deadline', id, second, '--reason', 'Paid early.');
        expect((await given.customer.read(id)).deadlines).toHaveLength(1);
        expect((await accepted(given, 'outcomes', { type: 'closed' })).state).toBe('closed');
      }
    }
  });
});

describe('a judgment', () => {
  const amounts = { amountCents: 987_654_321, costsCents: 6_543_217 };
  const facts = { date: day(0), manner: 'default', withPrejudice: true };

  test('is shown with what was reported of it; its amounts are nowhere in Temporal', async () => {
    const given = await judged({ ...facts, ...amounts });
    const { customer, id } = given;
    const shown = { outcome: 'plaintiff', ...facts, ...amounts };
    expect((await customer.read(id)).data.progress.judgment).toEqual(shown);
    expect(detailOf(await customer.events(id), 'record_judgment')).toEqual(shown);
    await accepted(given, 'outcomes', { type: 'writ_requested' });
    expect((await customer.read(id)).data.progress.judgment).toEqual(shown);
    const found = await findInDatabases(String(amounts.amountCents));
    expect(found.filter((table) => table.startsWith('temporal'))).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
    const future = { type: 'judgment', outcome: 'plaintiff', judgment: { date: day(3) } };
    expect(await expectIssues(report(given, 'outcomes', future))).toEqual(['judgment.date future']);
  });

  test('and its hearing are corrected by attorney and operator, and the history keeps what was reported', async () => {
    const given = await judged({ ...facts, ...amounts });
    const { customer, id } = given;
    const correct = (path: string, body: Body) => report(given, path, { reason: 'Misread.', ...body }, 'PATCH');
    expect(await expectIssues(correct('judgment', { date: day(2) }))).toEqual(['date future']);
    expect(await expectIssues(correct('judgment', { date: day(-3) }))).toEqual(['date before_case']);
    expect(await expectIssues(correct('judgment', {}))).toEqual([' required']);
    const lower = { amountCents: 500_000, withPrejudice: false };
    const after = await correct('judgment', { ...lower, costsCents: amounts.costsCents });
    const right = { outcome: 'plaintiff', ...facts, ...amounts, ...lower };
    expect([after.status, after.body.data.progress.judgment]).toEqual([200, right]);
    const moved = await ops.json('case', 'correct-hearing', id, '--date', day(11), '--reason', 'The 11th.');
    expect(moved.state).toBe('judgment_entered');
    expect(await customer.read(id)).toMatchObject({
      deadlines: [{ name: 'hearing', date: day(11) }],
      data: { progress: { hearing: { date: day(11) }, judgment: right } },
    });
    const costs = ['--costs-cents', '0', '--reason', 'None were awarded.', '--on-word-of', 'court'];
    await ops.json('case', 'correct-judgment', id, ...costs);
    // Once more changes nothing, and tells nobody.
    await ops.json('case', 'correct-judgment', id, ...costs);
    const events = await customer.events(id);
    expect(events.slice(-3).map(({ action, toState, detail }) => ({ action, toState, ...(detail as object) }))).toEqual(
      [
        { action: 'record_judgment', toState: null, corrected: true, ...right },
        { action: 'schedule_hearing', toState: null, corrected: true, date: day(11), previousDate: day(10) },
        { action: 'record_judgment', toState: null, corrected: true, ...right, costsCents: 0 },
      ],
    );
    const corrections = (await avery.read(id)).events.filter(({ action }: Body) => action === 'corrected');
    expect(corrections.map(({ detail }: Body) => detail)).toEqual([
      {
        judgment: true,
        from: { withPrejudice: true },
        to: { withPrejudice: false },
        amountCents: { from: amounts.amountCents, to: 500_000 },
      },
      { hearing: true, from: { date: day(10) }, to: { date: day(11) } },
      { judgment: true, from: {}, to: {}, costsCents: { from: amounts.costsCents, to: 0 } },
    ]);
    const mails = await prisma.mail.findMany({ where: correctionsOf(id) });
    expect(mails).toHaveLength(3);
    await accepted(given, 'outcomes', { type: 'writ_requested' });
    expect((await customer.read(id)).data.progress.judgment).toEqual({ ...right, costsCents: 0 });
    const again = await given.customer.events(id);
    expect(again.filter(({ action }) => action === 'record_judgment')).toHaveLength(3);
  });

  test('that was vacated is cleared by a new hearing and stays in the history', async () => {
    const given = await judged({ ...amounts });
    const { customer, id } = given;
    expect((await customer.read(id)).data.progress.judgment).toMatchObject({ date: null, ...amounts });
    const again = await accepted(given, 'outcomes', { type: 'hearing_scheduled', date: day(40) });
    expect(again).toMatchObject({
      state: 'hearing_scheduled',
      data: { progress: { judgment: null, hearing: { date: day(40) } } },
    });
    await accepted(given, 'outcomes', { type: 'judgment', outcome: 'dismissed', judgment: { withPrejudice: false } });
    expect((await customer.read(id)).data.progress.judgment).toEqual({
      outcome: 'dismissed',
      date: null,
      withPrejudice: false,
    });
    const judgments = (await customer.events(id)).filter(({ action }) => action === 'record_judgment');
    expect(judgments[0]?.detail).toMatchObject({ outcome: 'plaintiff', ...amounts });
  });

  test('is followed by an alias writ, the lockout, and the end', async () => {
    const given = await judged();
    for (const type of ['writ_requested', 'writ_issued', 'writ_requested', 'writ_issued'])
      expect((await accepted(given, 'outcomes', { type })).state).toBe(type);
    const lockout = { name: 'lockout', date: day(14), citation: 'Set by the officer' };
    expect((await accepted(given, 'deadlines', lockout)).deadlines.at(-1)).toMatchObject(lockout);
    await accepted(given, 'facts', { kind: 'lockout_executed', date: day(0) });
    expect((await accepted(given, 'outcomes', { type: 'closed' })).state).toBe('closed');
    expect(await factsOf(given)).toMatchObject([{ kind: 'lockout_executed' }]);
  });
});

test('an amended complaint is a filing of its own under its own approval, while the case goes on', async () => {
  const given = await filed();
  const { customer, id } = given;
  const [original] = (await avery.read(id)).filings;
  const amended = await attach(given, 'filing');
  await expectRefusal(report(given, 'filings', { status: 'submitted' }), 409, 'guard_failed');
  // The case itself goes on.
  await accepted(given, 'outcomes', { type: 'hearing_scheduled', date: day(12) });
  const { body: demand } = await report(given, 'review', undefined, 'GET');
  expect(demand.stage).toBe('filing');
  const hashes = demand.documents.map((one: { contentHash: string }) => one.contentHash);
  expect(hashes.slice(1)).toEqual([amended]);
  await expectRefusal(avery.review(id, 'approve', [amended]), 409, 'stale_approval');
  await expectRefusal(avery.review(id, 'request_changes'), 409, 'invalid_transition');
  const approved = await avery.review(id, 'approve', hashes);
  expect([approved.status, approved.body.state]).toEqual([200, 'hearing_scheduled']);
  expect((await report(given, 'review', undefined, 'GET')).body).toEqual({ stage: null, documents: [] });
  const before = await customer.read(id);
  const submitted = await accepted(given, 'filings', { status: 'submitted', envelopeId: 'ENV-2' });
  expect(submitted.state).toBe('hearing_scheduled');
  expect((await customer.read(id)).documents).toEqual(before.documents);
  await accepted(given, 'filings', { status: 'accepted' });
  expect((await avery.read(id)).filings).toMatchObject([
    original,
    { status: 'accepted', envelopeId: 'ENV-2', courtCaseNumber: null },
  ]);
  expect(await customer.read(id)).toMatchObject({ state: 'hearing_scheduled', courtCaseNumber: 'D-06-1' });
  const told = (await customer.events(id)).filter(({ action }) => /^(submit_filing|filing_accepted)$/.test(action));
  expect(told.map(({ action, toState }) => `${action} ${toState}`)).toEqual([
    'submit_filing filing_submitted',
    'filing_accepted filing_accepted',
    'submit_filing null',
    'filing_accepted null',
  ]);
  expect(told[2]?.detail).toEqual({ amended: true });
  expect(await prisma.mail.count({ where: correctionsOf(id) })).toBe(0);
  await accepted(given, 'outcomes', { type: 'judgment', outcome: 'plaintiff' });
});
