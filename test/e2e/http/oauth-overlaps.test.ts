import { changeRole, removeMember } from '@evict/store/accounts';
import { afterAll, expect, test, vi } from 'vitest';
import { connecting } from '../support/connecting.ts';
import { type Joined, join } from '../support/members.ts';
import { TestApp } from '../support/oauth.ts';
import { sharedWebsite } from '../support/service.ts';

const service = await sharedWebsite();
const { store } = service.stack;
const { ask, consent } = connecting(service);

// A consent, or a change to its member, waits here before its commit while the test holds the lock.
await store.pool.query(`
  CREATE FUNCTION barrier() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared(1);
    RETURN NULL;
  END $$;
  CREATE TRIGGER barrier AFTER INSERT ON "ApiKey" FOR EACH ROW EXECUTE FUNCTION barrier();
  CREATE TRIGGER barrier AFTER UPDATE OR DELETE ON "User" FOR EACH ROW EXECUTE FUNCTION barrier();`);
afterAll(() => store.pool.query('DROP FUNCTION barrier CASCADE'));

/** Starts the second while the first waits just before its commit, and lets both continue once both wait. */
async function overlap<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const holder = await store.pool.connect();
  const waiting = `SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const waitFor = (count: number) =>
    vi.waitFor(async () => expect((await holder.query(waiting)).rows).toEqual([{ waiting: count }]), 60_000);
  try {
    await holder.query('SELECT pg_advisory_lock(1)');
    const one = first();
    await waitFor(1);
    const other = second();
    await waitFor(2);
    await holder.query('SELECT pg_advisory_unlock(1)');
    return await Promise.all([one, other]);
  } finally {
    // Closes the connection, because it still holds the lock if one of the two never waited.
    holder.release(true);
  }
}

/** Creates two owners, one of whom has to answer an app's request. */
async function twoOwners() {
  const owner = await service.signUp();
  const { id: sessionId } = await store.prisma.session.findFirstOrThrow({
    where: { user: { organizationId: owner.organizationId } },
  });
  const member = await join(service, owner.session, 'owner');
  const { request } = await ask(new TestApp());
  const inUse = () =>
    store.prisma.apiKey.count({ where: { createdById: member.id, clientId: { not: null }, revokedAt: null } });
  return { member, inUse, actor: { organizationId: owner.organizationId, sessionId }, request };
}

type Actor = Awaited<ReturnType<typeof twoOwners>>['actor'];

// These use a separate store, because requests of one organization in one process wait for each other before they reach
// the database.
const changes: [name: string, refusal: string, change: (member: Joined, actor: Actor) => Promise<unknown>][] = [
  ['demoted', 'forbidden', ({ id }, actor) => changeRole(store, actor, id, 'member')],
  ['removed', 'unauthenticated', ({ id }, actor) => removeMember(store, actor, id, { revokesKeys: false })],
];

test.each(changes)('an app approved just before the owner is %s loses access', async (_name, _refusal, change) => {
  const { member, inUse, actor, request } = await twoOwners();
  const [answer] = await overlap(
    () => consent(member.session, request, {}, 'live'),
    () => change(member, actor),
  );
  expect(answer.status).toBe(201);
  expect(await inUse()).toBe(0);
});

test.each(changes)("an owner who has just been %s can't approve an app", async (_name, refusal, change) => {
  const { member, inUse, actor, request } = await twoOwners();
  const [, answer] = await overlap(
    () => change(member, actor),
    () => consent(member.session, request, {}, 'live'),
  );
  expect(answer.body.error?.code).toBe(refusal);
  expect(await inUse()).toBe(0);
});

const newPassword = ({ session, password }: Joined) =>
  session.send('PATCH', '/v1/me', { body: { currentPassword: password, newPassword: 'another horse battery' } });

/** Opens a second session of the member, which a new password ends. */
async function secondSession({ email, password }: Joined) {
  const { body } = await service.send('POST', '/v1/auth/login', { body: { email, password } });
  return service.actingAs(body.token);
}

test('an app that a user approved just before setting a new password loses access', async () => {
  const { member, inUse, request } = await twoOwners();
  const [answer] = await overlap(
    () => consent(member.session, request),
    () => newPassword(member),
  );
  expect(answer.status).toBe(201);
  expect(await inUse()).toBe(0);
});

test('approving an app in a session that a new password has just ended is refused', async () => {
  const { member, inUse, request } = await twoOwners();
  const other = await secondSession(member);
  const [, answer] = await overlap(
    () => newPassword(member),
    () => consent(other, request),
  );
  expect(answer.body.error?.code).toBe('unauthenticated');
  expect(await inUse()).toBe(0);
});
