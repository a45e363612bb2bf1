import { letPass } from '@evict/local';
import { setAttorneyLicenses, setAttorneyVerified } from '@evict/store/attorneys';
import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { storyOf, textOf } from '../support/history.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
const { stack } = service;
const { store } = stack;
const { attorney, submitted, summaryInReview, operate } = liveWorld(service);
const { property } = marylandFacts();
/** No retry is put off for longer. */
const longestRetryMs = 2 * 3_600_000;
const factsIn = (state: string) => marylandFacts({ property: { ...property, state } });

describe('a submitted case', () => {
  test('goes to the eligible attorney with the fewest open cases', async () => {
    const [first, second] = [await attorney({ states: ['MD', 'DC'] }), await attorney({ states: ['MD'] })];
    await attorney({ states: ['VA'] });
    await attorney({ states: ['MD'], verified: false });
    const engaged: (string | null)[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { id } = await summaryInReview();
      engaged.push((await store.prisma.case.findUniqueOrThrow({ where: { id } })).attorneyId);
    }
    expect(engaged.filter((id) => id === first.id)).toHaveLength(2);
    expect(engaged.filter((id) => id === second.id)).toHaveLength(2);
  });

  test('is answered as its submit left it, whatever the platform has done since', async () => {
    await attorney({ states: ['NE'] });
    const customer = inLiveMode(service, await service.signUp());
    for (let round = 0; round < 3; round += 1) {
      const { id } = await customer.create(factsIn('NE'));
      const { case: answered } = await customer.submit(id);
      const [submit] = await customer.events(id);
      expect(submit?.action).toBe('submit');
      expect(answered).toMatchObject({
        state: 'submitted',
        attorney: null,
        documents: [{ specId: 'intake.summary.v1' }],
        deadlines: [],
        nextAction: { by: 'platform', description: 'We are engaging an attorney licensed in NE.' },
        updatedAt: submit?.createdAt,
      });
      expect((await reaches(customer, id, 'notice_review')).attorney).not.toBeNull();
    }
  });

  test('waits while no attorney is eligible, and is engaged at the next attempt after one is', async () => {
    const { customer, id, ref } = await submitted(factsIn('AK'));
    await expect.poll(() => failures(id)).toBe(1);
    expect(await customer.read(id)).toMatchObject({
      state: 'submitted',
      nextAction: { by: 'platform', description: 'We are engaging an attorney licensed in AK.' },
    });
    await attorney({ states: ['AK'] });
    await letPass(stack, ref, longestRetryMs);
    await reaches(customer, id, 'notice_review');
    expect(storyOf(await customer.events(id))).toEqual([
      'customer: submit draft -> submitted',
      'platform: assign_attorney submitted -> attorney_assigned',
      'platform: begin_review attorney_assigned -> notice_review',
    ]);
  });

  test('asks for attention after five attempts, and operators assign an attorney', async () => {
    const { customer, id, ref } = await submitted(factsIn('HI'));
    for (let looks = 1; looks <= 5; looks += 1) {
      await expect.poll(() => failures(id)).toBe(looks);
      if (looks < 5) await letPass(stack, ref, longestRetryMs);
    }
    await expect
      .poll(() => store.prisma.case.findUniqueOrThrow({ where: { id } }))
      .toMatchObject({
        failedStep: 'engage_attorney',
        retryAt: null,
      });
    const blake = await attorney({ states: ['HI'] });
    expect(await operate(ref, { kind: 'assign', attorneyId: blake.id })).toEqual({ ok: true });
    await reaches(customer, id, 'notice_review');
    expect((await blake.approve(id)).body.state).toBe('notice_approved');
  });

  test('continues to count its attempts when evidence is added in between', async () => {
    const { customer, id, ref } = await submitted(factsIn('WY'));
    await expect.poll(() => failures(id)).toBe(1);
    await customer.upload(id, { filename: 'letter.pdf', purpose: 'other', bytes: pdf('A late letter') });
    await letPass(stack, ref, longestRetryMs);
    await expect.poll(() => failures(id)).toBe(2);
    const { record } = await store.prisma.case.findUniqueOrThrow({ where: { id } });
    expect(record).toMatchObject({ failure: { step: 'engage_attorney', attempt: 2 } });
  });

  test('is retried at once when operators say so', async () => {
    const { customer, id, ref } = await submitted(factsIn('ME'));
    await expect.poll(() => failures(id)).toBe(1);
    await attorney({ states: ['ME'] });
    expect(await operate(ref, { kind: 'retry_step' })).toEqual({ ok: true });
    expect((await customer.read(id)).state).toBe('notice_review');
  });

  test('held before an attorney was engaged continues the search when it is resumed', async () => {
    const { customer, id, ref } = await submitted(factsIn('VT'));
    expect(await operate(ref, { kind: 'hold', notes: 'Fraud?' })).toEqual({ ok: true });
    expect(await customer.read(id)).toMatchObject({ state: 'on_hold', heldFrom: 'submitted' });
    await attorney({ states: ['VT'] });
    expect(await operate(ref, { kind: 'resume' })).toEqual({ ok: true });
    await reaches(customer, id, 'notice_review');
  });
});

describe('an attorney who asks first', () => {
  const asking = async (state: string) => {
    const person = await attorney({ states: [state] });
    const { status, body } = await person.send('PATCH', '/v1/attorney/me', { body: { asksFirst: true } });
    expect([status, body.asksFirst]).toEqual([200, true]);
    return {
      ...person,
      accept: (id: string, sent = {}) => person.send('POST', `/v1/attorney/cases/${id}/accept`, sent),
    };
  };
  const askedIn = async (state: string) => {
    const person = await asking(state);
    const given = await submitted(factsIn(state));
    await reaches(given.customer, given.id, 'attorney_assigned');
    return { ...given, person };
  };
  const mailsOf = async (caseId: string) =>
    (await store.prisma.mail.findMany({ where: { payload: isOf(caseId) }, orderBy: { createdAt: 'asc' } })).map(
      ({ kind }) => kind,
    );

  test('sees the parties, and opens the case by accepting it: from then on the customer knows name and license', async () => {
    const { customer, id, person } = await askedIn('OR');
    await setAttorneyLicenses(store, person.id, ['OR', 'WA'], { OR: 'OSB 071234' });
    expect(await customer.read(id)).toMatchObject({
      attorney: null,
      nextAction: {
        by: 'attorney',
        description: 'We have asked an attorney licensed in OR. The attorney checks for conflicts and opens the case.',
      },
    });
    expect((await person.queue()).map((item) => [item.id, item.state])).toEqual([[id, 'attorney_assigned']]);
    expect((await person.read(id)).data.parties).toEqual(marylandFacts().parties);
    expect(await mailsOf(id)).toEqual(expect.arrayContaining(['attorney_asked', 'case_assigned']));

    const key = { headers: { 'idempotency-key': crypto.randomUUID() } };
    const [opened, again] = [await person.accept(id, key), await person.accept(id, key)];
    expect([opened.status, opened.body.state]).toEqual([200, 'notice_review']);
    expect([again.status, again.body]).toEqual([200, opened.body]);
    const known = { name: 'Alex Counsel', licensedIn: 'OR', barNumber: 'OSB 071234' };
    expect((await customer.read(id)).attorney).toEqual(known);
    expect(
      (await customer.send('GET', '/v1/cases')).body.items.map((item: { attorney: unknown }) => item.attorney),
    ).toEqual([known]);
    expect(storyOf(await customer.events(id)).at(-1)).toBe('attorney: begin_review attorney_assigned -> notice_review');
    const { events } = await person.read(id);
    expect(events.filter(({ action }: { action: string }) => action === 'engagement_accepted')).toMatchObject([
      {
        actorType: 'attorney',
        detail: {
          attorneyId: person.id,
          conflictCheck: 'attested',
          statement: 'I have checked for conflicts of interest, and I accept this engagement.',
        },
      },
    ]);
    expect(await mailsOf(id)).toContain('attorney_engaged');
    await expectRefusal(person.accept(id), 409, 'invalid_transition');
  });

  test('can only accept or decline before; nobody else can, and after a decline the next one is asked', async () => {
    const { customer, id, person, ref } = await askedIn('NH');
    const next = await asking('RI');
    await setAttorneyLicenses(store, next.id, ['NH']);
    for (const [path, body] of [
      ['hold', { reason: 'other' }],
      ['facts', { kind: 'moved_out', date: new Date().toISOString().slice(0, 10) }],
      ['reviews', { decision: 'request_changes', documentHashes: [] }],
      ['outcomes', { type: 'closed' }],
    ] as const) {
      await expectRefusal(person.send('POST', `/v1/attorney/cases/${id}/${path}`, { body }), 409, 'guard_failed');
    }
    await expectRefusal(next.accept(id), 404, 'not_found');
    expect((await person.review(id, 'reject')).body).toMatchObject({ state: 'on_hold', heldFrom: 'attorney_assigned' });
    await expectRefusal(person.accept(id), 404, 'not_found');
    expect(await operate(ref, { kind: 'assign', attorneyId: next.id })).toEqual({ ok: true });
    expect(await operate(ref, { kind: 'resume' })).toEqual({ ok: true });
    expect(await customer.read(id)).toMatchObject({ state: 'attorney_assigned', attorney: null });
    expect((await next.accept(id)).body).toMatchObject({ state: 'notice_review', attorney: { licensedIn: 'NH' } });
  });

  test('is not engaged yet: the customer withdraws at once, and owes nothing', async () => {
    const { customer, id, person } = await askedIn('ND');
    expect((await customer.withdraw(id)).state).toBe('withdrawn');
    await expectRefusal(person.accept(id), 409, 'invalid_transition');
    expect((await customer.send('GET', `/v1/cases/${id}/charges`)).body.items).toMatchObject([{ state: 'void' }]);
  });
});

test('for any other attorney the platform accepts at once, and does not say that they checked anything', async () => {
  const person = await attorney({ states: ['SD'] });
  const { customer, id } = await summaryInReview(factsIn('SD'));
  expect((await customer.read(id)).attorney).toEqual({
    name: 'Alex Counsel',
    licensedIn: 'SD',
    barNumber: '1234567890',
  });
  const { events } = await person.read(id);
  expect(events.find(({ action }: { action: string }) => action === 'engagement_accepted')).toMatchObject({
    actorType: 'platform',
    detail: { attorneyId: person.id, conflictCheck: 'not_attested' },
  });
  // One who is licensed there no more is shown without a license; one who declines not at all.
  await setAttorneyLicenses(store, person.id, []);
  expect((await customer.read(id)).attorney).toEqual({ name: 'Alex Counsel', licensedIn: null, barNumber: null });
  await setAttorneyLicenses(store, person.id, ['SD']);
  await person.review(id, 'reject');
  expect((await customer.read(id)).attorney).toBeNull();
});

describe('a case submitted again after changes', () => {
  test.each([
    {
      lapse: 'has no license there any more',
      state: 'NV',
      change: (id: string) => setAttorneyLicenses(store, id, ['MD']),
    },
    { lapse: 'is not verified any more', state: 'UT', change: (id: string) => setAttorneyVerified(store, id, false) },
  ])('goes to another attorney where its own $lapse', async ({ state, change }) => {
    const { id, customer, first } = await changesRequestedIn(state);
    const second = await attorney({ states: [state] });
    await change(first.id);
    await customer.submit(id);
    await reaches(customer, id, 'notice_review');
    expect((await first.send('GET', `/v1/attorney/cases/${id}`)).status).toBe(404);
    expect((await second.approve(id)).body.state).toBe('notice_approved');
    const { events } = await second.read(id);
    expect(events.find(({ action }: { action: string }) => action === 'attorney_reassigned')).toMatchObject({
      detail: { attorneyId: null, previousAttorneyId: first.id },
    });
  });

  test('waits if nobody else is eligible, and operators are mailed as at its first search', async () => {
    const { id, customer, first } = await changesRequestedIn('ID');
    await setAttorneyLicenses(store, first.id, []);
    await customer.submit(id);
    await expect.poll(() => failures(id)).toBe(1);
    expect(await customer.read(id)).toMatchObject({
      state: 'submitted',
      nextAction: { by: 'platform', description: 'We are engaging an attorney licensed in ID.' },
    });
    expect(await store.prisma.mail.count({ where: { kind: 'attorney_missing', payload: isOf(id) } })).toBe(1);
  });

  test('stays with its eligible attorney, even if another one has fewer cases', async () => {
    const { id, customer, first } = await changesRequestedIn('NM');
    await attorney({ states: ['NM'] });
    await customer.submit(id);
    await reaches(customer, id, 'notice_review');
    expect((await first.approve(id)).body.state).toBe('notice_approved');
  });

  async function changesRequestedIn(state: string) {
    const first = await attorney({ states: [state] });
    const { id, customer } = await summaryInReview(factsIn(state));
    expect((await first.review(id, 'request_changes')).body.state).toBe('draft');
    return { id, customer, first };
  }
});

describe('what an operator does', () => {
  test('is in the audit trail with their name and reason, and nowhere the customer sees', async () => {
    const blake = await attorney({ states: ['OR'] });
    const { customer, id, ref } = await summaryInReview(factsIn('OR'));
    await operate(ref, { kind: 'hold', notes: 'Terry Example has called.' });
    const { events } = await blake.read(id);
    expect(events.find(({ action }: { action: string }) => action === 'operator_action')).toMatchObject({
      actorType: 'platform',
      detail: { operator: 'robin', command: 'hold', reason: 'Terry Example has called.' },
    });
    expect(JSON.stringify(await customer.events(id))).not.toMatch(/Terry|robin/);
    const { events: history } = await stack.client.workflow.getHandle(id).fetchHistory();
    expect(textOf(history)).toContain('hold');
    expect(textOf(history)).not.toMatch(/Terry|robin/);
  });

  test('is refused for a test case, except for the retry of a step', async () => {
    const customer = await service.signUp();
    const { id } = await customer.submitted(buildFacts());
    const ref = { caseId: id, organizationId: customer.organizationId, mode: 'live' } as const;
    expect(await operate(ref, { kind: 'hold' })).toEqual({ ok: false, code: 'invalid_transition' });
  });
});

/** Of a mail about that case. */
function isOf(caseId: string) {
  return { path: ['caseId'], equals: caseId };
}

async function failures(caseId: string): Promise<number> {
  return store.prisma.caseEvent.count({ where: { caseId, action: 'job_failed' } });
}
