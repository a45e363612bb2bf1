import { createNote } from '@evict/store/notes';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { join } from '../support/members.ts';
import { type Customer, sharedService } from '../support/service.ts';

const service = await sharedService();
const { prisma } = service.stack.store;

/** Returns the case's `unread` value in the list, or false if it has none. */
async function unread(customer: Customer, id: string): Promise<unknown> {
  const { body } = await customer.send('GET', '/v1/cases');
  return body.items.find((one: { id: string }) => one.id === id)?.unread ?? false;
}

const open = async (customer: Customer, id: string) => (await customer.act(id, 'read')).status;

test("a case that someone else has acted on is unread for a member until the member opens it, and the member's own actions don't make it unread", async () => {
  const account = await service.signUp();
  const colleague = await join(service, account.session, 'member');
  const { id } = await account.session.create(buildFacts());
  for (const person of [account.session, colleague.session]) expect(await unread(person, id)).toBe(false);
  await account.session.submit(id);
  expect([await unread(account.session, id), await unread(colleague.session, id)]).toEqual([false, true]);
  expect(await open(colleague.session, id)).toBe(204);
  expect(await unread(colleague.session, id)).toBe(false);
  await colleague.session.reportCure(id);
  expect([await unread(account.session, id), await unread(colleague.session, id)]).toEqual([true, false]);
  // For a member who joins later, earlier events are not unread.
  const newcomer = await join(service, account.session, 'member');
  expect(await unread(newcomer.session, id)).toBe(false);
});

test("messages and an attorney's events make a case unread, but internal events and other changes don't", async () => {
  const world = liveWorld(service);
  const attorney = await world.attorney();
  const account = await service.signUp();
  const customer = inLiveMode(service, account);
  const { id } = await customer.create(marylandFacts());
  await customer.submit(id);
  await reaches(customer, id, /_review$/);
  expect(await unread(customer, id)).toBe(true);
  expect(await open(customer, id)).toBe(204);
  await attorney.read(id);
  await customer.send('PUT', `/v1/cases/${id}/reference`, { body: { reference: 'Unit 3B' } });
  expect(await unread(customer, id)).toBe(false);
  await createNote(service.stack.store, { caseId: id, writtenBy: 'platform', body: 'On Monday.' });
  expect(await unread(customer, id)).toBe(true);
  await open(customer, id);
  await customer.send('POST', `/v1/cases/${id}/notes`, { body: { body: 'Thanks.' } });
  expect(await unread(customer, id)).toBe(false);
});

test('opening a case stores only one read mark, and opening it again while nothing is unread writes nothing', async () => {
  const account = await service.signUp();
  const { session } = account;
  const { id } = await session.create(buildFacts());
  await account.submit(id); // with the key, whose actions don't count as the user's own
  const rows = () => prisma.$queryRaw`SELECT "readTo", xmin::text FROM "CaseRead" WHERE "caseId" = ${id}`;
  await Promise.all(Array.from({ length: 5 }, () => open(session, id)));
  const written = await rows();
  expect(written).toHaveLength(1);
  await open(session, id);
  expect(await rows()).toEqual(written);
});

test('only a session of the organization, not a key, can see that a case is unread and mark it as read', async () => {
  const account = await service.signUp();
  const { id } = await account.create(buildFacts());
  const { body } = await account.send('GET', '/v1/cases');
  expect(body.items[0]).not.toHaveProperty('unread');
  expect(await account.session.read(id)).not.toHaveProperty('unread');
  expect(await open(account, id)).toBe(403);
  const stranger = await service.signUp();
  expect(await open(stranger.session, id)).toBe(404);
  expect(await open(inLiveMode(service, account), id)).toBe(404);
  expect(await prisma.caseRead.count({ where: { caseId: id } })).toBe(0);
});

test('read marks are deleted when their case is erased and when their member is removed', async () => {
  const account = await service.signUp();
  const colleague = await join(service, account.session, 'member');
  const [kept, deleted] = [await account.session.create(buildFacts()), await account.session.create(buildFacts())];
  const { id: userId } = colleague;
  await prisma.caseRead.createMany({
    data: [kept, deleted].map(({ id: caseId }) => ({ caseId, userId, readTo: new Date() })),
  });
  expect((await account.session.send('DELETE', `/v1/cases/${deleted.id}`)).status).toBe(204);
  expect(await open(colleague.session, deleted.id)).toBe(409);
  expect(await prisma.caseRead.findMany({ where: { userId } })).toMatchObject([{ caseId: kept.id }]);
  expect((await account.session.send('DELETE', `/v1/organization/members/${userId}`)).status).toBe(204);
  expect(await prisma.caseRead.count({ where: { userId } })).toBe(0);
});
