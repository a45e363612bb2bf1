import type { CaseFacts } from '@evict/case-model';
import { calendarRate, maxCalendarLinks } from '@evict/contract';
import { credentialPrefixes, mintCredential, parseCredential } from '@evict/credentials';
import { setAttorneyLicenses, setAttorneyVerified } from '@evict/store/attorneys';
import { readCalendar } from '@evict/store/calendar-links';
import { expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { liveWorld } from '../support/live-case.ts';
import { factsIn, inLiveMode } from '../support/live.ts';
import { join } from '../support/members.ts';
import { opsFor } from '../support/ops.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

const service = await sharedService();
const { send, signUp, actingAs, stack } = service;
const { store } = stack;
const world = liveWorld(service);
const website = 'https://www.example.com';

type Link = { id: string; url: string; path: string };

async function newLink(person: Customer, of: 'person' | 'organization' = 'person'): Promise<Link> {
  const { status, body } = await person.send('POST', '/v1/me/calendar', { body: { of } });
  expect([status, body.of]).toEqual([201, of]);
  const { origin, pathname, search } = new URL(body.url);
  expect(origin).toBe(website);
  return { id: body.id, url: body.url, path: pathname + search };
}

/** Reads the calendar at a link and returns its lines, with folded lines joined the way calendar programs do. */
async function read({ path }: Link): Promise<string[]> {
  const { status, bytes } = await send('GET', path);
  expect(status).toBe(200);
  return bytes.toString().replaceAll('\r\n ', '').split('\r\n');
}
const valuesOf = async (name: string, link: Link) =>
  (await read(link)).flatMap((line) => (line.startsWith(name) ? [line.slice(name.length + 1)] : []));
const isGone = ({ path }: Link) => expectRefusal(send('GET', path), 404, 'not_found');

/** Creates a draft with deadlines on these dates. */
async function withDates(customer: Customer, dates: readonly string[], facts: CaseFacts = buildFacts()) {
  const { id } = await customer.create(facts);
  const deadlines = dates.map((date) => ({ name: 'notice_expires', date, citation: 'ZZ Stat. § 12-201' }));
  await store.pool.query(`UPDATE "Case" SET deadlines = $2 WHERE id = $1`, [id, JSON.stringify(deadlines)]);
  return id;
}

test("a calendar link's secret is shown only once and stored as a hash, and the calendar has the deadlines of its own mode without the parties' names", async () => {
  const { session } = await signUp();
  const { property, ...facts } = buildFacts();
  const line1 = '7 Main St\r\nEND:VCALENDAR\r\nX-EVIL:1';
  const id = await withDates(session, [day(9)], { ...facts, property: { ...property, line1 } });
  await session.send('PUT', `/v1/cases/${id}/reference`, { body: { reference: 'Unit; 4, B' } });
  await withDates(inLiveMode(service, { session }), [day(3)], factsIn('MD'));
  const link = await newLink(session);
  const [uid] = await valuesOf('UID', link);
  expect(uid).toBe(`notice_expires.${id}`);
  expect(await valuesOf('URL;VALUE=URI', link)).toEqual([`${website}/cases/${id}`]);
  const where = String.raw`7 Main St  END:VCALENDAR  X-EVIL:1`;
  expect((await valuesOf('SUMMARY', link))[0]).toMatch(
    new RegExp(String.raw`^End of the notice period: ${where}.* \(Unit\\; 4\\, B\) \(test case\)$`),
  );
  const file = (await read(link)).join('\n');
  for (const { name } of facts.parties) expect(file).not.toContain(name);

  const { items } = (await session.send('GET', '/v1/me/calendar')).body;
  const lastFour = link.url.slice(-4);
  const times = { createdAt: expect.any(String), lastUsedAt: expect.any(String) };
  expect(items).toEqual([{ id: link.id, of: 'person', mode: 'test', lastFour, ...times }]);
  const secret = link.url.split('=')[1] ?? '';
  const kept = await store.pool.query(`SELECT FROM "CalendarLink" l WHERE l::text LIKE '%' || $1 || '%'`, [secret]);
  expect([secret.length, kept.rowCount]).toEqual([53, 0]);
});

test('a request for an unchanged calendar gets 304, and shared caches may not store the calendar', async () => {
  const { session } = await signUp();
  const id = await withDates(session, [day(9)]);
  const { path } = await newLink(session);
  const first = await send('GET', path);
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(first.headers.get('cache-control')).toBe('private, max-age=300');
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  for (const tag of [headers['if-none-match'], `"x", W/${headers['if-none-match']}`]) {
    const again = await fetch(stack.baseUrl + path, { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', headers['if-none-match']]);
  }
  await session.send('PUT', `/v1/cases/${id}/reference`, { body: { reference: 'R-1' } });
  const changed = await send('GET', path, { headers });
  expect([changed.status, changed.headers.get('etag') === headers['if-none-match']]).toEqual([200, false]);
});

test("a calendar doesn't show finished cases", async () => {
  const { session } = await signUp();
  const open = await withDates(session, [day(9)]);
  for (const state of ['resolved', 'closed', 'withdrawn']) {
    const id = await withDates(session, [day(9)]);
    await store.pool.query(`UPDATE "Case" SET state = $2 WHERE id = $1`, [id, state]);
  }
  expect(await valuesOf('UID', await newLink(session))).toEqual([`notice_expires.${open}`]);
});

test('an invalid calendar token gets 404, and a calendar token works only for the calendar', async () => {
  const { session, credential } = await signUp();
  const link = await newLink(session);
  const { secret } = mintCredential(credentialPrefixes.calendar);
  for (const token of [secret, `${link.url.split('=')[1]}x`, 'x', credential, session.credential])
    await expectRefusal(send('GET', `/v1/calendar.ics?token=${token}`), 404, 'not_found');
  expect(await expectIssues(send('GET', '/v1/calendar.ics'))).toEqual(['token required']);
  const asKey = actingAs(link.url.split('=')[1] ?? '');
  await expectRefusal(asKey.send('GET', '/v1/cases'), 401, 'unauthenticated');
  await expectRefusal(actingAs(credential).send('GET', '/v1/me/calendar'), 403, 'forbidden');
});

test('a live calendar can be read only while live mode is on, and only for a verified organization if verification is required', async () => {
  const customer = await signUp();
  const { url } = await newLink(inLiveMode(service, customer));
  const hash = parseCredential(url.split('=')[1] ?? '')?.hash ?? Buffer.alloc(0);
  const readWhere = (liveMode: boolean, verifiedOnly: boolean) =>
    readCalendar(store, hash, { liveMode, verifiedOnly, most: 1 });
  expect(await readWhere(true, false)).toMatchObject({ ofAttorney: false, cases: [] });
  expect([await readWhere(false, false), await readWhere(true, true)]).toEqual([null, null]);
  const { organizationId: id } = customer;
  await store.prisma.organization.update({ where: { id }, data: { verified: true } });
  expect(await readWhere(true, true)).toMatchObject({ cases: [] });
});

test("a personal calendar link can be revoked only by its user, and the organization's link only by an owner", async () => {
  const owner = await signUp();
  const member = await join(service, owner.session, 'member');
  const stranger = await signUp();
  const own = await newLink(owner.session);
  const shared = await newLink(owner.session, 'organization');
  const refused = member.session.send('POST', '/v1/me/calendar', { body: { of: 'organization' } });
  await expectRefusal(refused, 403, 'forbidden');
  const listed = (await member.session.send('GET', '/v1/me/calendar')).body.items;
  expect(listed.map(({ id }: Link) => id)).toEqual([shared.id]);
  const inLive = inLiveMode(service, owner);
  expect((await inLive.send('GET', '/v1/me/calendar')).body.items).toEqual([]);
  for (const { id } of [own, shared])
    for (const other of [member.session, stranger.session, inLive])
      await expectRefusal(other.send('DELETE', `/v1/me/calendar/${id}`), 404, 'not_found');
  for (const link of [own, shared]) {
    await read(link);
    expect((await owner.session.send('DELETE', `/v1/me/calendar/${link.id}`)).status).toBe(204);
    await isGone(link);
  }
  const audit = await owner.session.send('GET', '/v1/audit-events?action=calendar_link_revoked');
  expect(audit.body.items).toMatchObject([{ detail: { id: shared.id } }, { detail: { id: own.id } }]);
});

test('the calendar links of a removed member or an erased organization stop working', async () => {
  const owner = await signUp();
  const member = await join(service, owner.session, 'member');
  const [theirs, shared] = [await newLink(member.session), await newLink(owner.session, 'organization')];
  expect((await owner.session.send('DELETE', `/v1/organization/members/${member.id}`)).status).toBe(204);
  await isGone(theirs);
  await read(shared);
  const { user } = (await owner.session.send('GET', '/v1/me')).body;
  const own = await newLink(owner.session);
  await opsFor(stack).json('account', 'erase', user.id);
  for (const link of [own, shared]) await isGone(link);
  expect(await store.prisma.calendarLink.count({ where: { organizationId: owner.organizationId } })).toBe(0);
});

test("an attorney's calendar shows only accepted cases in states where the attorney is licensed, and views of the calendar are recorded at most once an hour", async () => {
  const avery = await world.attorney({ states: ['VA'] });
  const { id } = await world.inReview(factsIn('VA'));
  const body = { name: 'Mediation', date: day(9), citation: 'Order of the court' };
  await avery.send('POST', `/v1/attorney/cases/${id}/deadlines`, { body });
  await store.pool.query(`UPDATE "Case" SET "courtCaseNumber" = 'GV-26-0042' WHERE id = $1`, [id]);
  const session = actingAs(await avery.signIn());
  await expectRefusal(session.send('POST', '/v1/me/calendar', { body: { of: 'organization' } }), 403, 'forbidden');
  const link = await newLink(session);
  for (let times = 0; times < 2; times += 1)
    expect((await valuesOf('SUMMARY', link))[0]).toMatch(/^Mediation: .*\(GV-26-0042\)$/);
  expect(await valuesOf('URL;VALUE=URI', link)).toEqual([`${website}/attorney/cases/${id}`]);
  const views = await store.prisma.tenantDataView.findMany({ where: { caseId: id, what: 'calendar' } });
  expect(views).toMatchObject([{ actorType: 'attorney', actor: avery.id, credentialId: link.id }]);
  const { rows } = await store.pool.query<{ network: string }>(`SELECT network FROM "TenantDataView" WHERE id = $1`, [
    views[0]?.id,
  ]);
  expect(rows[0]?.network).toMatch(/\/24$/);
  const blair = await world.attorney({ states: ['VA'] });
  expect(await valuesOf('UID', await newLink(actingAs(await blair.signIn())))).toEqual([]);
  await store.pool.query(`UPDATE "Case" SET "attorneyAccepted" = false WHERE id = $1`, [id]);
  expect(await valuesOf('UID', link)).toEqual([]);
  await store.pool.query(`UPDATE "Case" SET "attorneyAccepted" = true WHERE id = $1`, [id]);
  await setAttorneyLicenses(store, avery.id, ['WY']);
  expect(await valuesOf('UID', link)).toEqual([]);
});

test("suspending an attorney revokes their calendar links for good, and they can't create another while suspended", async () => {
  const avery = await world.attorney();
  const session = actingAs(await avery.signIn());
  const link = await newLink(session);
  await setAttorneyVerified(store, avery.id, false);
  await isGone(link);
  await expectRefusal(session.send('POST', '/v1/me/calendar'), 403, 'attorney_not_eligible');
  await setAttorneyVerified(store, avery.id, true);
  await isGone(link);
});

test('the number of calendar links is limited even if they are created concurrently, and so is the number of reads of each link', async () => {
  const { session } = await signUp();
  const all = Array.from({ length: maxCalendarLinks + 5 }, () => session.send('POST', '/v1/me/calendar'));
  const made = await Promise.all(all);
  expect(made.filter(({ status }) => status === 201)).toHaveLength(maxCalendarLinks);
  const refused = made.find(({ status }) => status !== 201);
  expect([refused?.status, refused?.body.error.code]).toEqual([409, 'key_limit']);
  const { pathname, search } = new URL(made.find(({ status }) => status === 201)?.body.url);
  const codes = new Set<number>();
  for (let times = 0; times < 3 * calendarRate.burst; times += 1) {
    const { status, headers } = await send('GET', pathname + search);
    codes.add(status);
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect([...codes]).toEqual([200, 429]);
  await read(await newLink((await signUp()).session));
});
