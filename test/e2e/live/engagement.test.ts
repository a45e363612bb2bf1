import { letPass } from '@evict/local';
import { setAttorneyLicenses } from '@evict/store/attorneys';
import { describe, expect, test } from 'vitest';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { storyOf } from '../support/history.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { factsIn, inLiveMode, marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { stack } = service;
const { store } = stack;
const { attorney, submitted, summaryInReview } = liveWorld(service);
/** The longest delay before a retry. */
const longestRetryMs = 2 * 3_600_000;

const engaging = (state: string) => ({
  by: 'platform',
  description: `We are engaging an attorney licensed in ${state}.`,
});

describe('a submitted case', () => {
  test('goes to the eligible attorney with the fewest open cases', async () => {
    const [first, second] = [await attorney({ states: ['MN', 'DC'] }), await attorney({ states: ['MN'] })];
    await attorney({ states: ['VA'] });
    await attorney({ states: ['MN'], verified: false });
    const engaged: (string | null)[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { id } = await summaryInReview(factsIn('MN'));
      engaged.push((await store.prisma.case.findUniqueOrThrow({ where: { id } })).attorneyId);
    }
    expect(engaged.filter((id) => id === first.id)).toHaveLength(2);
    expect(engaged.filter((id) => id === second.id)).toHaveLength(2);
  });

  test.each([
    [factsIn('NE'), [], 'notice_review'],
    [holdoverFiling({ property: factsIn('NE').property }), filingEvidence, 'filing_review'],
  ] as const)(
    "appears in the submit's response as it was before an attorney was engaged, even if the request is repeated later",
    async (facts, files, review) => {
      await attorney({ states: ['NE'] });
      const customer = inLiveMode(service, await service.signUp());
      const { id } = await customer.create(facts);
      for (const file of files) await customer.upload(id, file);
      const sent = { headers: { 'idempotency-key': crypto.randomUUID() } };
      const answer = await customer.send('POST', `/v1/cases/${id}/submit`, sent);
      const [submit] = await customer.events(id);
      expect(submit?.action).toBe('submit');
      expect(answer.body.case).toMatchObject({
        state: 'submitted',
        attorney: null,
        packVersions: null,
        deadlines: [],
        nextAction: engaging('NE'),
        updatedAt: submit?.createdAt,
      });
      expect((await reaches(customer, id, review)).attorney).not.toBeNull();
      // Sent again after the engagement, the same request gets the same response.
      expect((await customer.send('POST', `/v1/cases/${id}/submit`, sent)).body).toEqual(answer.body);
    },
  );

  test('waits while no attorney is eligible, and is assigned at the next retry after an attorney has become eligible', async () => {
    const { customer, id, ref } = await submitted(factsIn('AK'));
    await expect.poll(() => failures(id)).toBe(1);
    expect(await customer.read(id)).toMatchObject({ state: 'submitted', nextAction: engaging('AK') });
    await attorney({ states: ['AK'] });
    await letPass(stack, ref, longestRetryMs);
    await reaches(customer, id, 'notice_review');
    expect(storyOf(await customer.events(id))).toEqual([
      'customer: submit draft -> submitted',
      'platform: assign_attorney submitted -> attorney_assigned',
      'platform: begin_review attorney_assigned -> notice_review',
    ]);
  });
});

test("an attorney who wants to be asked first sees the parties before accepting, and the customer sees the attorney's name and license only afterwards", async () => {
  const person = await attorney({ states: ['OR'] });
  const set = await person.send('PATCH', '/v1/attorney/me', { body: { asksFirst: true } });
  expect([set.status, set.body.asksFirst]).toEqual([200, true]);
  await setAttorneyLicenses(store, person.id, ['OR', 'WA'], { OR: 'OSB 071234' });
  const { customer, id } = await submitted(factsIn('OR'));
  await reaches(customer, id, 'attorney_assigned');
  const accept = (sent = {}) => person.send('POST', `/v1/attorney/cases/${id}/accept`, sent);
  const mails = async () => {
    const rows = await store.prisma.mail.findMany({ where: { payload: { path: ['caseId'], equals: id } } });
    return rows.map(({ kind }) => kind);
  };
  expect(await customer.read(id)).toMatchObject({
    attorney: null,
    nextAction: {
      by: 'attorney',
      description:
        'We have asked an attorney licensed in OR. The attorney checks for conflicts, then accepts or declines the case.',
    },
  });
  expect((await person.queue()).map((item) => [item.id, item.state])).toEqual([[id, 'attorney_assigned']]);
  expect((await person.read(id)).data.parties).toEqual(marylandFacts().parties);
  expect(await mails()).toEqual(expect.arrayContaining(['attorney_asked', 'case_assigned']));

  const key = { headers: { 'idempotency-key': crypto.randomUUID() } };
  const [opened, again] = [await accept(key), await accept(key)];
  expect([opened.status, opened.body.state]).toEqual([200, 'notice_review']);
  expect([again.status, again.body]).toEqual([200, opened.body]);
  const known = { name: 'Alex Counsel', licensedIn: 'OR', barNumber: 'OSB 071234' };
  expect((await customer.read(id)).attorney).toEqual(known);
  const { items } = (await customer.send('GET', '/v1/cases')).body;
  expect(items.map((item: { attorney: unknown }) => item.attorney)).toEqual([known]);
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
  expect(await mails()).toContain('attorney_engaged');
  await expectRefusal(accept(), 409, 'invalid_transition');
});

test("for an attorney who doesn't want to be asked first, the platform accepts at once and records that no conflict check was attested", async () => {
  const person = await attorney({ states: ['SD'] });
  const { customer, id } = await summaryInReview(factsIn('SD'));
  const attorneyOf = async () => (await customer.read(id)).attorney;
  expect(await attorneyOf()).toEqual({ name: 'Alex Counsel', licensedIn: 'SD', barNumber: '1234567890' });
  const { events } = await person.read(id);
  expect(events.find(({ action }: { action: string }) => action === 'engagement_accepted')).toMatchObject({
    actorType: 'platform',
    detail: { attorneyId: person.id, conflictCheck: 'not_attested' },
  });
  // An attorney who has lost the license is shown without it, and one who declines isn't shown at all.
  await setAttorneyLicenses(store, person.id, []);
  expect(await attorneyOf()).toEqual({ name: 'Alex Counsel', licensedIn: null, barNumber: null });
  await setAttorneyLicenses(store, person.id, ['SD']);
  await person.review(id, 'reject');
  expect(await attorneyOf()).toBeNull();
});

describe('a case submitted again after changes', () => {
  async function changed(by: Awaited<ReturnType<typeof attorney>>, state: string) {
    const { id, customer } = await summaryInReview(factsIn(state));
    expect((await by.review(id, 'request_changes')).body.state).toBe('draft');
    return { id, customer };
  }

  test('goes to another attorney if its previous attorney has lost the license, and the reassignment is recorded', async () => {
    const first = await attorney({ states: ['NV'] });
    const { id, customer } = await changed(first, 'NV');
    const second = await attorney({ states: ['NV'] });
    await setAttorneyLicenses(store, first.id, ['MD']);
    await customer.submit(id);
    await reaches(customer, id, 'notice_review');
    await expectRefusal(first.send('GET', `/v1/attorney/cases/${id}`), 404, 'not_found');
    expect((await second.approve(id)).body.state).toBe('notice_approved');
    const { events } = await second.read(id);
    expect(events.find(({ action }: { action: string }) => action === 'attorney_reassigned')).toMatchObject({
      detail: { attorneyId: null, previousAttorneyId: first.id },
    });
  });
});

async function failures(caseId: string): Promise<number> {
  return store.prisma.caseEvent.count({ where: { caseId, action: 'job_failed' } });
}
