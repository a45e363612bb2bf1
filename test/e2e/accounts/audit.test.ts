import type { AuditEntry } from '@evict/contract';
import { updateOrganization } from '@evict/store/accounts';
import { recordFailedSignIn, withOrigin } from '@evict/store/audit';
import { eraseAccount, eraseCase } from '@evict/store/erasure';
import { processes, roleOf } from '@evict/store/roles';
import { deadEndpoint, disableDeadEndpoint } from '@evict/store/webhooks';
import { describe, expect, test } from 'vitest';
import { buildSignup } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { liveWorld } from '../support/live-case.ts';
import { inLiveMode } from '../support/live.ts';
import { join } from '../support/members.ts';
import { opsFor } from '../support/ops.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';
import { pastTriggers } from '../support/past-triggers.ts';

// The audit log shows who did what in an organization. These tests check that it is complete and bounded, that only
// owners can read it, and that no one can change it.

const service = await sharedService();
const { stack, signUp, send } = service;
const { store, blobs } = stack;
const { attorney, summaryInReview } = liveWorld(service);
const ops = opsFor(stack);

const home = { 'x-forwarded-for': '198.51.100.77' };
const path = '/v1/audit-events';

/** Reads all audit entries that match the filter, page by page. */
async function auditOf(owner: Customer, filter: Record<string, string> = {}): Promise<AuditEntry[]> {
  const items: AuditEntry[] = [];
  for (let cursor: string | null = null; ;) {
    const query = new URLSearchParams({ limit: '7', ...filter, ...(cursor === null ? {} : { cursor }) });
    const { status, body } = await owner.send('GET', `${path}?${query.toString()}`);
    expect(status).toBe(200);
    items.push(...body.items);
    cursor = body.nextCursor;
    if (cursor === null) return items;
  }
}
const told = ({ action, actor, detail, result }: AuditEntry) => [action, actor.type, actor.id, detail, result];

describe('the audit log', () => {
  test('contains every change to an account in order, with its author, credential and network, but no passwords or URLs', async () => {
    const input = buildSignup();
    const { body: account } = await send('POST', '/v1/auth/signup', { body: input, headers: home });
    const owner = service.actingAs(account.token, home);
    const ownerId = account.user.id as string;
    const key = (await owner.send('POST', '/v1/api-keys')).body;
    await owner.send('DELETE', `/v1/api-keys/${key.id}`);
    const url = 'https://hooks.example.com/cases';
    const endpoint = (await owner.send('POST', '/v1/webhook-endpoints', { body: { url } })).body;
    await owner.send('POST', `/v1/webhook-endpoints/${endpoint.id}/rotate-secret`);
    await store.prisma.webhookEndpoint.update({
      where: { id: endpoint.id },
      data: {
        failingSince: new Date(Date.now() - deadEndpoint.days * 86_400_000),
        failedDeliveries: deadEndpoint.deliveries,
      },
    });
    await disableDeadEndpoint(store, endpoint.id);
    await owner.send('POST', '/v1/webhook-endpoints', { body: { url } });
    await owner.send('DELETE', `/v1/webhook-endpoints/${endpoint.id}`);
    const member = await join(service, owner, 'member');
    await owner.send('PATCH', `/v1/organization/members/${member.id}`, { body: { role: 'owner' } });
    await owner.send('DELETE', `/v1/organization/members/${member.id}`);
    await owner.send('PATCH', '/v1/organization', { body: { name: 'Renamed Holdings' } });
    const change = { currentPassword: input.password, newPassword: 'four more words to remember' };
    await owner.send('PATCH', '/v1/me', { body: change });
    await send('POST', '/v1/auth/login', { body: { email: input.email, password: input.password }, headers: home });
    const { body: again } = await send('POST', '/v1/auth/login', {
      body: { email: input.email, password: change.newPassword },
      headers: { 'x-forwarded-for': '2001:db8:7:8::9' },
    });
    await service.actingAs(again.token).send('POST', '/v1/auth/logout');

    const items = (await auditOf(owner)).toReversed();
    const keyDetail = { id: key.id, mode: 'test', lastFour: key.secret.slice(-4) };
    const endpointDetail = { id: endpoint.id, mode: 'test' };
    const session = { id: expect.stringMatching(/^ses_/), userId: ownerId };
    expect(items.map(told)).toEqual([
      ['member_added', 'user', ownerId, { id: ownerId, role: 'owner' }, 'done'],
      ['signed_in', 'user', ownerId, session, 'done'],
      ['api_key_created', 'user', ownerId, keyDetail, 'done'],
      ['api_key_revoked', 'user', ownerId, keyDetail, 'done'],
      ['webhook_endpoint_created', 'user', ownerId, endpointDetail, 'done'],
      ['webhook_secret_changed', 'user', ownerId, endpointDetail, 'done'],
      ['webhook_endpoint_disabled', 'platform', expect.any(String), endpointDetail, 'done'],
      ['webhook_secret_changed', 'user', ownerId, endpointDetail, 'done'],
      ['webhook_endpoint_deleted', 'user', ownerId, endpointDetail, 'done'],
      ['member_invited', 'user', ownerId, { id: member.id, role: 'member' }, 'done'],
      ['member_added', 'user', member.id, { id: member.id, role: 'member' }, 'done'],
      ['signed_in', 'user', member.id, { ...session, userId: member.id }, 'done'],
      ['member_role_changed', 'user', ownerId, { id: member.id, role: 'owner' }, 'done'],
      ['member_removed', 'user', ownerId, { id: member.id, role: 'owner' }, 'done'],
      ['organization_renamed', 'user', ownerId, {}, 'done'],
      ['password_changed', 'user', ownerId, { id: ownerId }, 'done'],
      ['sign_in_failed', 'user', ownerId, { attemptsInTheHour: 1 }, 'invalid_credentials'],
      ['signed_in', 'user', ownerId, session, 'done'],
      ['session_ended', 'user', ownerId, session, 'done'],
    ]);
    const byOwner = items.filter(({ actor }) => actor.id === ownerId);
    expect(new Set(byOwner.map(({ actor }) => actor.name))).toEqual(new Set(['Robin']));
    const networks = byOwner.map(({ network }) => network);
    expect(networks.slice(0, -2)).toEqual(networks.slice(0, -2).map(() => '198.51.100.0/24'));
    expect(networks.at(-2)).toBe('2001:db8:7::/48');
    const { credential } = items.find(({ action }) => action === 'organization_renamed') ?? expect.unreachable();
    expect(items[1]?.detail).toMatchObject({ id: credential });
    expect(JSON.stringify(items)).not.toMatch(/Holdings|correct horse|hooks\.example/);
  });

  test("contains the commands, views and operator actions on a case, and the case's notes, documents and events show their authors", async () => {
    const lawyer = await attorney({ states: ['VA'] });
    const { customer, id } = await summaryInReview({
      ...buildFacts(),
      property: { ...buildFacts().property, state: 'VA', zip: '22201' },
    });
    const owner = inLiveMode(service, { session: customer });
    const me = (await customer.send('GET', '/v1/me')).body.user;
    const { secret } = (await owner.send('POST', '/v1/api-keys')).body;
    const program = service.actingAs(secret);
    const [key] = (await owner.send('GET', '/v1/api-keys')).body.items;
    await lawyer.read(id);
    await ops.json('case', 'show', id, '--tenant-data');
    await ops.json('case', 'legal-hold', id, 'on');
    const note = (await program.send('POST', `/v1/cases/${id}/notes`, { body: { body: 'A note of Terry Tenant.' } }))
      .body;
    const paper = await owner.upload(id, { bytes: pdf('later') });
    await program.send('POST', `/v1/cases/${id}/withdraw`, { headers: home });

    expect([note.authorId, paper.authorId]).toEqual([key.id, me.id]);
    expect((await owner.send('GET', `/v1/cases/${id}/notes`)).body.items[0]).toMatchObject({ authorId: key.id });
    const shown = (await owner.read(id)).documents.find((one) => one.id === paper.id);
    expect(shown).toMatchObject({ authorId: me.id });
    const authors = (await owner.events(id)).map(({ action, authorId }) => [action, authorId]);
    expect(authors).toEqual(
      expect.arrayContaining([
        ['submit', me.id],
        ['withdrawal_requested', key.id],
      ]),
    );

    const items = await auditOf(customer, { caseId: id });
    expect(items.map(told).toReversed()).toEqual([
      ['case.submit', 'user', me.id, null, 'done'],
      ['tenant_data_viewed', 'attorney', lawyer.id, { what: 'case' }, 'done'],
      ['tenant_data_viewed', 'operator', 'robin', { what: 'case' }, 'done'],
      [
        'operator_action',
        'operator',
        'robin',
        { command: 'case legal-hold', subject: id, identifiedBy: 'declared' },
        'done',
      ],
      ['case.withdraw', 'api_key', key.id, null, 'done'],
    ]);
    expect(items[0]).toMatchObject({ network: '198.51.100.0/24', credential: key.id, caseId: id });
    expect(items.at(-2)).toMatchObject({ actor: { name: 'Alex Counsel' }, credential: expect.stringMatching(/^tok_/) });
    expect(await auditOf(customer, { actor: lawyer.id })).toEqual([items.at(-2)]);
    expect(await auditOf(customer, { action: 'case.withdraw' })).toEqual([items[0]]);
    expect(await auditOf(customer, { since: items[0]?.at ?? '', caseId: id })).toEqual([items[0]]);
    expect(JSON.stringify(await auditOf(customer))).not.toMatch(/Terry|Tenant|later/);
  });

  test('loses the entries of an erased case, and the name and email address of an erased member', async () => {
    const { session, ...customer } = await signUp();
    const { id } = await customer.submitted(buildFacts());
    await customer.withdraw(id);
    expect((await auditOf(session, { caseId: id })).length).toBe(2);
    await eraseCase(store, { caseId: id, operator: 'robin', list: '', blobs });
    expect(await auditOf(session, { caseId: id })).toEqual([]);
    const member = await join(service, session, 'member');
    expect(JSON.stringify(await auditOf(session))).toContain('"Sam"');
    await eraseAccount(store, { userId: member.id, operator: 'robin', list: '' });
    const after = await auditOf(session);
    expect(JSON.stringify(after)).not.toMatch(/Sam|member-/);
    expect(after.find(({ action }) => action === 'member_erased')).toMatchObject({ detail: { id: member.id } });
  });
});

test("only an owner's session can read the audit log, and only that of their own organization", async () => {
  const { session, ...customer } = await signUp();
  const member = await join(service, session, 'member');
  await expectRefusal(member.session.send('GET', path), 403, 'forbidden');
  await expectRefusal(customer.send('GET', path), 403, 'forbidden');
  const stranger = await signUp();
  const { id } = await customer.create(buildFacts());
  await customer.submit(id);
  const own = await auditOf(session);
  expect(own.map(({ action }) => action)).toContain('case.submit');
  const theirs = await auditOf(stranger.session);
  expect(theirs.filter((entry) => own.some((one) => one.id === entry.id))).toEqual([]);
  expect(await auditOf(stranger.session, { caseId: id })).toEqual([]);
  const { nextCursor } = (await session.send('GET', `${path}?limit=1`)).body;
  const used = (reader: Customer, more = '') => reader.send('GET', `${path}?limit=1&cursor=${nextCursor}${more}`);
  expect((await used(session)).status).toBe(200);
  expect(await expectIssues(used(stranger.session))).toEqual(['cursor cursor']);
  expect(await expectIssues(used(session, '&action=signed_in'))).toEqual(['cursor cursor']);
});

describe('a stranger', () => {
  test("can't flood the audit log with failed sign-ins: later ones are counted together, and those with an unknown email address aren't recorded", async () => {
    const input = buildSignup();
    const { body } = await send('POST', '/v1/auth/signup', { body: input });
    const owner = service.actingAs(body.token);
    const wrong = () =>
      send('POST', '/v1/auth/login', { body: { email: input.email, password: 'not the password' }, headers: home });
    for (let attempt = 0; attempt < 5; attempt += 1) await expectRefusal(wrong(), 401, 'invalid_credentials');
    // These attempts are refused before the password is checked.
    for (let attempt = 0; attempt < 3; attempt += 1) await expectRefusal(wrong(), 429, 'rate_limited');
    const failed = () => auditOf(owner, { action: 'sign_in_failed' });
    expect(
      (await failed()).map(({ network, detail }) => [
        network,
        (detail as { attemptsInTheHour: number }).attemptsInTheHour,
      ]),
    ).toEqual([5, 4, 3, 2, 1].map((attempt) => ['198.51.100.0/24', attempt]));
    const before = await countAll();
    const origin = { actor: null, credentialId: null, network: '203.0.113.0/24' };
    const fail = (email: string) => withOrigin(origin, () => recordFailedSignIn(store, email));
    await Promise.all(Array.from({ length: 20 }, (_, n) => fail(`nobody-${n}@example.com`)));
    expect(await countAll()).toBe(before);
    // The hour may end in the meantime, which starts a new count.
    for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 10 }, () => fail(input.email)));
    const items = await failed();
    expect(items.length).toBeLessThanOrEqual(2 * (20 + 4));
    expect(items.length).toBeGreaterThanOrEqual(20 + 3);
  });

  test('without access to the organization leaves no entries in its audit log', async () => {
    const { session, ...customer } = await signUp();
    const { id } = (await session.send('POST', '/v1/api-keys')).body;
    const { id: caseId } = await customer.create(buildFacts());
    const before = await countAll();
    const unknown = `eak_test_${'x'.repeat(50)}`;
    for (const credential of [unknown, (await signUp()).credential]) {
      await send('GET', `/v1/cases/${caseId}`, { credential });
      await send('DELETE', `/v1/api-keys/${id}`, { credential });
    }
    const added = (await auditOf(session)).length;
    expect(await countAll()).toBe(before + 3); // the other organization's owner, session and key
    expect((await auditOf(session)).length).toBe(added);
  });

  async function countAll(): Promise<number> {
    return store.prisma.auditEvent.count();
  }
});

describe('an audit entry', () => {
  test("can't be changed in the database by the table's owner or by any process of the service", async () => {
    await signUp();
    const attempt = async (role: string, sql: string) => {
      const client = await store.pool.connect();
      try {
        await client.query(`BEGIN; ${role === '' ? '' : `SET LOCAL ROLE ${role}`}`);
        await client.query(sql);
        return 'done';
      } catch (error) {
        return (error as { code: string }).code;
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    };
    const change = `UPDATE "AuditEvent" SET action = 'signed_in'`;
    const denied = '42501';
    for (const sql of [change, 'DELETE FROM "AuditEvent"', 'TRUNCATE "AuditEvent"'])
      expect(await attempt('', sql)).toBe(denied);
    for (const process of processes) {
      for (const sql of [change, 'TRUNCATE "AuditEvent"']) expect(await attempt(roleOf(process), sql)).toBe(denied);
    }
  });

  test("doesn't make changes wait for each other: a session can end while its user's password is being changed", async () => {
    const { session } = await signUp();
    const { id } = (await session.send('GET', '/v1/me')).body.user;
    const change = await store.pool.connect();
    try {
      await change.query(`BEGIN; UPDATE "User" SET "passwordHash" = 'another' WHERE id = '${id}'`);
      expect((await session.send('POST', '/v1/auth/logout')).status).toBe(204);
    } finally {
      await change.query('ROLLBACK');
      change.release();
    }
    const { rows } = await store.pool.query(`SELECT FROM "AuditEvent" WHERE actor = $1 AND action = 'session_ended'`, [
      id,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('is attributed to the platform if the origin of the change is unknown', async () => {
    const { session, organizationId } = await signUp();
    await updateOrganization(store, organizationId, { name: 'Taken over' });
    const [entry] = await auditOf(session, { action: 'organization_renamed' });
    expect(entry?.actor).toMatchObject({ type: 'platform', name: null });
    expect(entry).toMatchObject({ credential: null, network: null });
  });
});

test('a rare action far back in the audit log is found by following the cursor', async () => {
  const { session, organizationId, ...customer } = await signUp();
  const { id } = await customer.create(buildFacts());
  // More entries than one filtered page scans.
  await pastTriggers(
    store,
    `INSERT INTO "TenantDataView" (id, "caseId", "organizationId", "actorType", actor, what)
      SELECT gen_random_uuid(), $1, $2, 'attorney', 'usr_1', 'case' FROM generate_series(1, 4100)`,
    [id, organizationId],
  );
  expect((await auditOf(session, { action: 'signed_in' })).map(({ action }) => action)).toEqual(['signed_in']);
  expect(await auditOf(session, { action: 'case.none' })).toEqual([]);
});
