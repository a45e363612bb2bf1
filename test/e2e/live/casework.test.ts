import { dayMs, endNoticePeriod, letPass } from '@evict/local';
import { limits } from '@evict/contract';
import { startDyingWorker } from '@evict/testkit';
import { describe, expect, test } from 'vitest';
import { send as sendTo } from '../support/api.ts';
import { day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { detailOf } from '../support/history.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { marylandFacts } from '../support/live.ts';
import { startService } from '../support/service.ts';

// What attorneys report over REST, and correct.

const service = await startService({ liveMode: true });
const { stack } = service;
const { store } = stack;
const { attorney, inReview, operate } = liveWorld(service);
const avery = await attorney();
const citation = 'Md. Code, Real Prop. § 8-401';

type Given = Awaited<ReturnType<typeof inReview>>;
type Body = Record<string, unknown>;
const attempt = { stage: 'notice', method: 'personal' } as const;

function report({ id }: Pick<Given, 'id'>, path: string, body?: Body, method = 'POST', person = avery) {
  return person.send(method, `/v1/attorney/cases/${id}/${path}`, { body });
}

/** Reports that must be accepted; returns the case. */
async function accepted(given: Given, path: string, body?: Body, method = 'POST') {
  const response = await report(given, path, body, method);
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body;
}

/** A case whose notice period runs from today through that day. */
async function inPeriod(expires: string): Promise<Given> {
  const given = await inReview();
  await avery.approve(given.id);
  await accepted(given, 'service-attempts', { ...attempt, status: 'pending' });
  await accepted(given, 'service-attempts', {
    ...attempt,
    status: 'served',
    servedDate: day(0),
    expires,
    citation,
  });
  return given;
}

async function lastAttempt({ id }: Given): Promise<string> {
  const { serviceAttempts } = await avery.read(id);
  return serviceAttempts.at(-1).id;
}

async function eventsOf(id: string, action: string) {
  const { events } = await avery.read(id);
  return events.filter((event: { action: string }) => event.action === action);
}

describe('a notice period that was reported wrong', () => {
  test('to end on the 3rd and is corrected to the 10th ends on the 10th, after a crash of the worker too', async () => {
    const given = await inPeriod(day(3));
    const { id, customer, ref } = given;
    const before = await customer.read(id);
    const path = `service-attempts/${await lastAttempt(given)}`;
    const correction = { expires: day(10), reason: 'Terry Example was told of ten days.' };
    // The worker dies when the database has the correction and Temporal does not know of it yet.
    await stack.stopWorker();
    const gone = startDyingWorker(stack);
    // 503 is no fault here: it says that the outcome is unknown.
    const sent = sendTo(stack.baseUrl, 'PATCH', `/v1/attorney/cases/${id}/${path}`, {
      body: correction,
      credential: avery.credential,
    });
    expect(await gone).toBe('SIGKILL');
    await stack.startWorker();
    expect([200, 503]).toContain((await sent).status);

    const after = await customer.read(id);
    expect(after).toMatchObject({
      state: 'cure_period',
      deadlines: [{ name: 'notice_expires', date: day(10), citation }],
    });
    expect(after.data.progress.notice).toMatchObject({ servedDate: day(0), expires: day(10) });
    expect(after.documents).toEqual(before.documents);
    await letPass(stack, ref, 10 * dayMs);
    expect(await operate(ref, { kind: 'expire_notice' })).toEqual({ ok: false, code: 'period_running' });
    await endNoticePeriod(stack, ref);
    await reaches(customer, id, 'filing_review');

    const told = (await customer.events(id)).filter(({ action }) => action === 'start_cure_period');
    expect(told).toHaveLength(2);
    expect(told[1]).toMatchObject({ actorType: 'attorney', fromState: null, toState: null });
    expect(told[1]?.detail).toEqual({
      deadline: day(10),
      previousDeadline: day(3),
      servedDate: day(0),
      previousServedDate: day(0),
      citation,
      previousCitation: citation,
      corrected: true,
    });
    const [corrected] = await eventsOf(id, 'corrected');
    expect(corrected.detail).toMatchObject({ from: { expires: day(3) }, to: { expires: day(10) } });
    expect((await eventsOf(id, 'attorney_action')).at(-1).detail).toMatchObject({ reason: correction.reason });
    const mails = { kind: 'report_corrected', payload: { path: ['caseId'], equals: id } };
    expect(await store.prisma.mail.count({ where: mails })).toBe(1);
    await expectRefusal(report(given, path, correction, 'PATCH'), 409, 'invalid_transition');
  });

  test('and is corrected to a day that is over ends now', async () => {
    const given = await inPeriod(day(5));
    const path = `service-attempts/${await lastAttempt(given)}`;
    await letPass(stack, given.ref, 4 * dayMs);
    await accepted(given, path, { expires: day(-3), citation: 'Rule 1', reason: 'Misread.' }, 'PATCH');
    const { deadlines } = await reaches(given.customer, given.id, 'filing_review');
    expect(deadlines).toEqual([{ name: 'notice_expires', date: day(-3), citation: 'Rule 1' }]);
  });
});

test('service, filing, deadlines, facts and holds are reported with every detail, and stay in the history', async () => {
  const given = await inReview(
    marylandFacts({ parties: [...marylandFacts().parties, { role: 'defendant', name: 'Robin Example' }] }),
  );
  const { id, customer } = given;
  await avery.approve(id);
  for (const partyIndex of [1, 2])
    await accepted(given, 'service-attempts', { ...attempt, status: 'pending', partyIndex });
  const served = { ...attempt, status: 'served', servedDate: day(0), expires: day(0), citation };
  const first = { ...served, citation: 'Rule 1', partyIndex: 1 };
  expect((await accepted(given, 'service-attempts', first)).state).toBe('notice_sent');
  expect((await accepted(given, 'service-attempts', { ...served, expires: day(9), partyIndex: 2 })).state).toBe(
    'cure_period',
  );
  expect(detailOf(await customer.events(id), 'start_cure_period')).toEqual({ deadline: day(9), citation });

  const added = await accepted(given, 'deadlines', { name: 'Answer of Terry', date: day(-3), citation: 'Rule 3-307' });
  const [, { id: deadlineId }] = added.deadlines;
  expect(added.deadlines[1]).toEqual({
    id: deadlineId,
    name: 'Answer of Terry',
    date: day(-3),
    citation: 'Rule 3-307',
  });
  const moved = await accepted(given, `deadlines/${deadlineId}`, { date: day(4), reason: 'Extended.' }, 'PATCH');
  expect(moved.deadlines[1]).toMatchObject({ name: 'Answer of Terry', date: day(4), citation: 'Rule 3-307' });
  await accepted(given, `deadlines/${deadlineId}`, { name: 'Answer', citation: 'Rule 4' }, 'PATCH');
  const unasked = report(given, `deadlines/${deadlineId}`, { reason: '', because: 'x' }, 'DELETE');
  expect(await expectIssues(unasked)).toEqual(['because unknown_field', 'reason too_short']);
  const gone = await accepted(given, `deadlines/${deadlineId}`, { reason: 'Terry has answered.' }, 'DELETE');
  expect(gone.deadlines).toHaveLength(1);
  expect((await eventsOf(id, 'corrected')).map(({ detail }: { detail: unknown }) => detail)).toEqual([
    expect.objectContaining({ from: { date: day(-3) }, to: { date: day(4) } }),
    expect.objectContaining({
      name: { from: 'Answer of Terry', to: 'Answer' },
      citation: { from: 'Rule 3-307', to: 'Rule 4' },
    }),
    expect.objectContaining({ from: { date: day(4) }, to: null, name: { from: 'Answer', to: null } }),
  ]);
  const actions: { detail: { command: string; reason?: string } }[] = await eventsOf(id, 'attorney_action');
  const ofDeadlines = actions.filter(({ detail }) => detail.command.endsWith('_deadline'));
  expect(ofDeadlines.map(({ detail: { command, reason } }) => [command, reason])).toEqual([
    ['set_deadline', undefined],
    ['change_deadline', 'Extended.'],
    ['change_deadline', undefined],
    ['remove_deadline', 'Terry has answered.'],
  ]);
  // Its reason can be left out, with the body or without.
  for (const body of [undefined, {}]) {
    const other = await accepted(given, 'deadlines', { name: 'Reply', date: day(5), citation: 'Rule 5' });
    const left = await accepted(given, `deadlines/${other.deadlines[1].id}`, body, 'DELETE');
    expect(left.deadlines).toHaveLength(1);
  }

  await accepted(given, 'facts', { kind: 'moved_out', date: day(0), detail: 'Terry has left the keys.' });
  expect((await eventsOf(id, 'moved_out'))[0]).toMatchObject({
    actorType: 'attorney',
    detail: { date: day(0), detail: 'Terry has left the keys.' },
  });

  await accepted(given, 'hold', { reason: 'bankruptcy', until: day(30), notes: 'Chapter 7 of Terry.' });
  expect(detailOf(await customer.events(id), 'hold')).toEqual({
    reason: 'bankruptcy',
    heldFrom: 'cure_period',
    until: day(30),
  });
  expect((await customer.read(id)).nextAction.description).toContain('bankruptcy');
  expect((await accepted(given, 'resume')).state).toBe('cure_period');

  await accepted(
    given,
    `service-attempts/${await lastAttempt(given)}`,
    { citation: 'Rule 9', reason: 'Typo.' },
    'PATCH',
  );
  expect((await customer.read(id)).deadlines).toEqual([{ name: 'notice_expires', date: day(9), citation: 'Rule 9' }]);

  // What does not govern is corrected without a word to the customer.
  const { serviceAttempts } = await avery.read(id);
  const toldBefore = (await customer.events(id)).length;
  await accepted(
    given,
    `service-attempts/${serviceAttempts[0].id}`,
    { citation: 'Rule 2', expires: day(1), reason: 'Typo.' },
    'PATCH',
  );
  expect((await avery.read(id)).serviceAttempts.map((one: Body) => [one['expires'], one['citation']])).toEqual([
    [day(1), 'Rule 2'],
    [day(9), 'Rule 9'],
  ]);
  expect((await eventsOf(id, 'corrected')).at(-1).detail).toMatchObject({ citation: { from: 'Rule 1', to: 'Rule 2' } });
  expect((await customer.read(id)).deadlines).toEqual([{ name: 'notice_expires', date: day(9), citation: 'Rule 9' }]);
  expect(await customer.events(id)).toHaveLength(toldBefore);
});

test('a filing is reported with its numbers, which can be corrected', async () => {
  const given = await inReview(holdoverFiling({ property: marylandFacts().property }), filingEvidence);
  const { id, customer } = given;
  await expectRefusal(report(given, 'filings', { status: 'submitted' }), 409, 'guard_failed');
  await avery.approve(id);
  await accepted(given, 'filings', { status: 'submitted', envelopeId: 'ENV-1' });
  const other = report(given, 'filings', { status: 'rejected', envelopeId: 'ENV-9' });
  expect(await expectIssues(other)).toEqual(['envelopeId other_number']);
  const reasons = [{ code: 'fee', description: 'Five dollars short.' }];
  await accepted(given, 'filings', { status: 'rejected', rejectionReasons: reasons });
  expect((await avery.read(id)).filings[0].rejectionReasons).toEqual(reasons);
  await expectRefusal(report(given, 'filings', { status: 'accepted' }), 409, 'invalid_transition');
  const [first] = (await avery.read(id)).filings;
  const correction = { envelopeId: 'ENV-2', reason: 'Misread.' };
  await accepted(given, `filings/${first.id}`, correction, 'PATCH');
  await accepted(given, `filings/${first.id}`, correction, 'PATCH');
  expect((await customer.events(id)).filter(({ action }) => action === 'submit_filing')).toHaveLength(2);
  await expectRefusal(
    report(given, `filings/${first.id}`, { courtCaseNumber: 'C-1', reason: 'Misread.' }, 'PATCH'),
    409,
    'guard_failed',
  );
  expect((await avery.read(id)).filings[0].envelopeId).toBe('ENV-2');
  const [corrected] = await eventsOf(id, 'corrected');
  expect(corrected.detail).toEqual({ filingId: first.id, envelopeId: { from: 'ENV-1', to: 'ENV-2' } });
});

test('the case number that is right is that of the case and of its filing', async () => {
  const given = await inReview(holdoverFiling({ property: marylandFacts().property }), filingEvidence);
  const { id, customer } = given;
  await avery.approve(id);
  await accepted(given, 'filings', { status: 'submitted' });
  await accepted(given, 'filings', { status: 'accepted', courtCaseNumber: 'C-1' });
  const [filing] = (await avery.read(id)).filings;
  const after = await accepted(given, `filings/${filing.id}`, { courtCaseNumber: 'C-2', reason: 'Typo.' }, 'PATCH');
  expect(after.courtCaseNumber).toBe('C-2');
  expect((await avery.read(id)).filings[0].courtCaseNumber).toBe('C-2');
  const told = (await customer.events(id)).filter(({ action }) => action === 'filing_accepted');
  expect(told.map(({ detail }) => detail)).toEqual([
    { courtCaseNumber: 'C-1' },
    { courtCaseNumber: 'C-2', previousCourtCaseNumber: 'C-1', corrected: true },
  ]);
});

describe('what an attorney may not report', () => {
  test.each<[string, string, Body, string[]]>([
    [
      'a result without its dates',
      'service-attempts',
      { ...attempt, status: 'served' },
      ['servedDate required', 'expires required', 'citation required'],
    ],
    [
      'dates of what has not happened',
      'service-attempts',
      {
        ...attempt,
        status: 'pending',
        servedDate: day(1),
        expires: day(0),
        citation,
        failureReason: 'x',
      },
      [
        'servedDate not_allowed',
        'expires not_allowed',
        'citation not_allowed',
        'expires before_service',
        'failureReason not_allowed',
      ],
    ],
    [
      'service of tomorrow',
      'service-attempts',
      { ...attempt, status: 'served', servedDate: day(2), expires: day(3), citation },
      ['servedDate future'],
    ],
    [
      'service before the case, of nobody',
      'service-attempts',
      {
        ...attempt,
        status: 'served',
        servedDate: '1999-01-01',
        expires: day(1),
        citation,
        partyIndex: 0,
      },
      ['partyIndex no_defendant', 'servedDate before_case'],
    ],
    ['a hold until a past day', 'hold', { reason: 'appeal', until: '2020-01-01' }, ['until past']],
    ['a deadline of the platform', 'deadlines', { name: ' Notice expires', date: day(1), citation }, ['name reserved']],
    ['a fact of tomorrow', 'facts', { kind: 'payment', date: day(2) }, ['date future']],
    ['a fact before the case', 'facts', { kind: 'payment', date: '1999-01-01' }, ['date before_case']],
    [
      'numbers and reasons of another status',
      'filings',
      {
        status: 'submitted',
        courtCaseNumber: 'C',
        rejectionReasons: [],
      },
      ['courtCaseNumber not_allowed', 'rejectionReasons not_allowed'],
    ],
  ])('is refused with every fault named: %s', async (_, path, body, faults) => {
    expect(await expectIssues(report(await reviewed, path, body))).toEqual(faults.toSorted());
  });

  const reviewed = inReview();

  test('is anything on the case of another attorney', async () => {
    const other = await attorney({ states: ['TX'] });
    const given = await reviewed;
    const before = await avery.read(given.id);
    for (const [path, body] of [
      ['hold', { reason: 'other' }],
      ['resume', undefined],
      ['facts', { kind: 'payment', date: day(0) }],
      ['deadlines', { name: 'x', date: day(0), citation }],
    ] as const) {
      await expectRefusal(report(given, path, body, 'POST', other), 404, 'not_found');
    }
    expect((await avery.read(given.id)).updatedAt).toBe(before.updatedAt);
  });

  test('is a correction of what is not there, or of nothing', async () => {
    const given = await reviewed;
    const nobody = '00000000-0000-4000-8000-000000000000';
    const patch = (path: string, body: Body) => report(given, path, body, 'PATCH');
    await expectRefusal(patch(`service-attempts/att_${nobody}`, { servedDate: day(0), reason: 'x' }), 404, 'not_found');
    await expectRefusal(patch(`filings/fil_${nobody}`, { envelopeId: 'x', reason: 'x' }), 404, 'not_found');
    await expectRefusal(patch(`deadlines/ddl_${nobody}`, { name: 'x' }), 404, 'not_found');
    expect((await patch(`filings/fil_${nobody}`, { reason: 'x' })).status).toBe(400);
    expect((await patch(`deadlines/ddl_${nobody}`, { reason: 'x' })).status).toBe(400);
  });
});

test('a report that is sent again under its key is recorded once', async () => {
  const given = await inReview();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { name: 'Answer', date: day(4), citation };
  const send = () => avery.send('POST', `/v1/attorney/cases/${given.id}/deadlines`, { body, headers });
  const responses = await Promise.all([send(), send(), send()]);
  expect(new Set(responses.map(({ body: shown }) => JSON.stringify(shown))).size).toBe(1);
  expect((await given.customer.read(given.id)).deadlines).toHaveLength(1);
});

test('the reports about one case are limited', async () => {
  const given = await inReview();
  const codes: string[] = [];
  for (let count = 0; count <= limits.report.count; count += 1) {
    const { body } = await report(given, 'resume');
    codes.push(body.error.code);
  }
  expect(codes.slice(0, -1).filter((code) => code !== 'invalid_transition')).toEqual([]);
  expect(codes.at(-1)).toBe('rate_limited');
});
