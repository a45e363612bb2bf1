import { setAttorneyLicenses } from '@evict/store/attorneys';
import { expect, test } from 'vitest';
import { day } from '../support/facts.ts';
import { liveWorld } from '../support/live-case.ts';
import { factsIn } from '../support/live.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { store } = service.stack;
const world = liveWorld(service);
const avery = await world.attorney({ states: ['VA'] });

type Body = any; // oxlint-disable-line typescript/no-explicit-any
const path = '/v1/attorney/cases';
const list = async (query = '', by = avery): Promise<Body> => (await by.send('GET', `${path}${query}`)).body;
const idsOf = ({ items }: Body): string[] => items.map(({ id }: Body) => id);

const facts = factsIn('VA');
const defendant = (name: string) => ({
  ...facts,
  parties: [
    ...facts.parties.filter(({ role }) => role === 'plaintiff'),
    { role: 'defendant' as const, name },
    { role: 'defendant' as const, name: 'Robin Example' },
  ],
});
const review = await world.inReview(defendant('Zoë García'));
const approved = await world.inReview(defendant('Terry O’Connor'));
await avery.approve(approved.id);
const over = await world.inReview(facts);
await avery.outcome(over.id, { type: 'closed' });

test("an attorney's case list shows what each case waits for, its next date and its number of unread notes", async () => {
  const deadline = (date: string, name: string) =>
    avery.send('POST', `${path}/${review.id}/deadlines`, { body: { name, date, citation: 'Lease, § 2' } });
  await deadline(day(30), 'Later');
  await deadline(day(9), 'Mediation');
  await review.customer.send('POST', `/v1/cases/${review.id}/notes`, { body: { body: 'When?' } });
  const { items, nextCursor } = await list();
  expect([idsOf({ items }), nextCursor]).toEqual([[review.id, ...[approved.id, over.id].toSorted()], null]);
  const [first] = items;
  expect(first).toEqual({
    id: review.id,
    state: 'notice_review',
    ground: 'nonpayment',
    caption: `${facts.parties[0]?.name} v. Zoë García et al.`,
    address: expect.stringContaining('VA'),
    courtCaseNumber: null,
    waitsFor: 'review',
    nextDate: { date: day(9), name: 'Mediation' },
    unreadNotes: 1,
    attention: { needed: false, reasons: [] },
    updatedAt: expect.any(String),
  });
  await avery.send('GET', `${path}/${review.id}/notes`);
  expect((await list()).items[0].unreadNotes).toBe(0);
});

test("an attorney's case list can be filtered by what a case waits for, searched, and sorted by the last change", async () => {
  expect(idsOf(await list('?waitsFor=service'))).toEqual([approved.id]);
  expect(idsOf(await list('?waitsFor=closed'))).toEqual([over.id]);
  expect(idsOf(await list('?q=garcia'))).toEqual([review.id]);
  expect(idsOf(await list(`?q=${encodeURIComponent("o'connor")}`))).toEqual([approved.id]);
  expect(idsOf(await list(`?q=${encodeURIComponent('%')}`))).toEqual([]);
  await store.prisma.caseSearch.update({ where: { caseId: over.id }, data: { courtCaseNumber: 'gv 26 0042' } });
  expect(idsOf(await list('?q=GV-26'))).toEqual([over.id]);
  const changed = (await list('?sort=updatedAt')).items.map(({ updatedAt }: Body) => updatedAt);
  expect(changed).toEqual(changed.toSorted().toReversed());
});

test("each case is on exactly one page of an attorney's case list, and a cursor of another query, a malformed cursor or an unknown filter is refused", async () => {
  for (const sort of ['nextDate', 'updatedAt']) {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Body = await list(`?sort=${sort}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.items).toHaveLength(1);
      seen.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(idsOf(await list(`?sort=${sort}`)));
  }
  const { nextCursor } = await list('?limit=1');
  const garbage = Buffer.from('["x","y","z"]').toString('base64url');
  for (const query of [`?q=garcia&cursor=${nextCursor}`, '?cursor=x', '?cursor=bnVsbA', `?cursor=${garbage}`])
    expect(await expectIssues(avery.send('GET', `${path}${query}`))).toEqual(['cursor cursor']);
  expect(await expectIssues(avery.send('GET', `${path}?waitsFor=lunch&sort=name`))).toEqual([
    'sort one_of',
    'waitsFor one_of',
  ]);
});

test("the case list shows an attorney only their own cases in states where they are licensed, and each case's audit trail records the view", async () => {
  const blair = await world.attorney({ states: ['WY'] });
  expect(await list('', blair)).toEqual({ items: [], nextCursor: null });
  await expectRefusal(review.customer.send('GET', path), 403, 'forbidden');
  const views = (caseId: string) => store.prisma.tenantDataView.findMany({ where: { caseId, what: 'list' } });
  // A view is recorded at most once an hour, however often the case is listed.
  expect(await views(review.id)).toMatchObject([{ actorType: 'attorney', actor: avery.id }]);
  const trail = (await avery.read(review.id)).events as Body[];
  expect(trail.map(({ detail }) => detail)).toContainEqual({ what: 'list', attorneyId: avery.id });
  await setAttorneyLicenses(store, avery.id, ['WY']);
  expect((await list()).items).toEqual([]);
  await setAttorneyLicenses(store, avery.id, ['VA']);
});
