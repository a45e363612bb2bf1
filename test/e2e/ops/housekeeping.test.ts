import { newId } from '@evict/store/ids';
import { acquireSlot } from '@evict/store/requests';
import { deleteDue, deletionRules, measureRetention } from '@evict/store/retention';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase, startStack } from '@evict/testkit';
import { afterAll, describe, expect, test } from 'vitest';

const store = openTestStore(await cloneDatabase());
const { prisma, pool } = store;
afterAll(() => store.close());

const hour = 3_600_000;
const day = 24 * hour;
const ago = (ms: number) => new Date(Date.now() - ms);
const daysAgo = (days: number) => ago(days * day);
/** Either side of an age in days, and an hour from it. */
const past = (days: number) => ago(days * day + hour);
const before = (days: number) => ago(days * day - hour);

function rulesOf(table: string) {
  return deletionRules.filter((rule) => rule.table === table);
}

/** Applies every rule of a table; how many rows it deleted. */
async function clean(table: string, count = 100): Promise<number> {
  let deleted = 0;
  for (const rule of rulesOf(table)) for await (const batch of deleteDue(store, rule, count)) deleted += batch;
  return deleted;
}

const organization = await prisma.organization.create({ data: { id: newId('organization'), name: 'A' } });
const organizationId = organization.id;
const userId = newId('user');
await prisma.user.create({ data: { id: userId, email: 'a@b.co', emailKey: 'a@b.co', role: 'owner' } });
const hashOf = (text: string) => new Uint8Array(Buffer.from(text));

test('a window is deleted a day after its last hit; one without hits counts nothing', async () => {
  await prisma.rateLimit.createMany({
    data: [
      { key: 'old', hits: [ago(3 * day), ago(25 * hour)] },
      { key: 'cleared', hits: [] },
      { key: 'in use', hits: [ago(25 * hour), ago(23 * hour)] },
    ],
  });
  expect(await clean('RateLimit')).toBe(2);
  expect(await prisma.rateLimit.findMany({ select: { key: true } })).toEqual([{ key: 'in use' }]);
  expect(await acquireSlot(store, 'old', { count: 1, windowSeconds: 60 })).toEqual({ admitted: true });
});

test('a link is deleted once it is used, or a day old', async () => {
  const link = (id: string, createdAt: Date, usedAt: Date | null = null) =>
    prisma.passwordReset.create({ data: { id, hash: hashOf(id), userId, createdAt, usedAt } });
  await Promise.all([link('used', ago(60), ago(60)), link('old', past(1)), link('open', before(1))]);
  expect(await clean('PasswordReset')).toBe(2);
  expect(await prisma.passwordReset.findMany({ select: { id: true } })).toEqual([{ id: 'open' }]);
});

test('an invitation is deleted with its links when it is 7 days old', async () => {
  const invitation = (id: string, createdAt: Date) =>
    prisma.invitation.create({
      data: {
        id,
        organizationId,
        email: id,
        emailKey: id,
        role: 'member',
        createdAt,
        links: { create: [{ hash: hashOf(`${id} 1`) }, { hash: hashOf(`${id} 2`) }] },
      },
    });
  await Promise.all([invitation('old', past(7)), invitation('open', before(7))]);
  expect(await clean('Invitation')).toBe(1);
  expect(await prisma.invitationLink.groupBy({ by: ['invitationId'], _count: true })).toEqual([
    { invitationId: 'open', _count: 2 },
  ]);
});

test('a sent mail is deleted after 30 days, one that was given up after 90; one without attempts is kept', async () => {
  await prisma.mail.createMany({
    data: [
      mail('sent long ago', { sentAt: past(30), createdAt: past(30), attempts: 1 }),
      mail('sent', { sentAt: before(30), createdAt: daysAgo(200), attempts: 1 }),
      mail('given up long ago', { createdAt: past(90), attempts: 5, failure: 'refused_address' }),
      mail('given up', { createdAt: before(90), attempts: 5, failure: 'refused_address' }),
      mail('never tried', { createdAt: daysAgo(200) }),
    ],
  });
  expect(await clean('Mail')).toBe(2);
  const left = await prisma.mail.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  expect(left.map(({ id }) => id)).toEqual(['given up', 'never tried', 'sent']);
});

test('of the webhook log deliveries that ended 90 days ago are deleted; pending ones are kept', async () => {
  const endpoint = { organizationId, mode: 'test', url: 'https://8.8.8.8/', secret: Buffer.alloc(1) };
  const { id: endpointId } = await prisma.webhookEndpoint.create({
    data: { id: newId('webhookEndpoint'), ...endpoint },
  });
  const row = (id: string, status: string, createdAt: Date) =>
    ({ id, eventId: id, endpointId, caseId: 'case_1', body: '{}', status, createdAt }) as const;
  await prisma.webhookDelivery.createMany({
    data: [
      row('delivered long ago', 'delivered', past(90)),
      row('given up long ago', 'failed', past(90)),
      row('delivered', 'delivered', before(90)),
      row('pending', 'pending', daysAgo(200)),
    ],
  });
  await prisma.webhookAttempt.create({ data: { deliveryId: 'delivered long ago', attempt: 1, latencyMs: 1 } });
  expect(await clean('WebhookDelivery')).toBe(2);
  const left = await prisma.webhookDelivery.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  expect(left.map(({ id }) => id)).toEqual(['delivered', 'pending']);
});

test('a session is deleted 30 days after it was revoked, or 120 days after its sign-in', async () => {
  const session = (id: string, createdAt: Date, revokedAt: Date | null = null) =>
    prisma.session.create({ data: { id, hash: hashOf(id), userId, createdAt, revokedAt } });
  await session('revoked long ago', past(30), past(30));
  await session('revoked', past(31), before(30));
  await session('long over', past(120));
  await session('over', before(120));
  expect(await clean('Session')).toBe(2);
  const left = await prisma.session.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  expect(left.map(({ id }) => id)).toEqual(['over', 'revoked']);
});

test("an attorney's token goes a year after it was revoked, a key seven years after; good ones never", async () => {
  const token = (id: string, revokedAt: Date | null) =>
    prisma.attorneyToken.create({
      data: { id, hash: hashOf(id), userId, lastFour: '1234', createdAt: daysAgo(4000), revokedAt },
    });
  await Promise.all([token('good', null), token('revoked', before(365)), token('revoked long ago', past(365))]);
  expect(await clean('AttorneyToken')).toBe(1);
  expect(await prisma.attorneyToken.count({ where: { id: { in: ['good', 'revoked'] } } })).toBe(2);
  const key = (id: string, revokedAt: Date | null) =>
    prisma.apiKey.create({
      data: { id, hash: hashOf(id), organizationId, mode: 'test', createdAt: daysAgo(4000), revokedAt },
    });
  await Promise.all([key('good', null), key('revoked', before(2557)), key('revoked long ago', past(2557))]);
  expect(await clean('ApiKey')).toBe(1);
  expect(await prisma.apiKey.count({ where: { id: { in: ['good', 'revoked'] } } })).toBe(2);
});

test('leads are deleted after two years, keys of requests after 30 days, operators actions after seven years', async () => {
  const lead = (id: string, createdAt: Date) =>
    prisma.lead.create({ data: { id, kind: 'contact', name: 'Lee', email: 'lee@example.com', createdAt } });
  await Promise.all([lead('old', past(730)), lead('new', before(730))]);
  const request = (key: string, createdAt: Date) =>
    prisma.idempotencyKey.create({
      data: {
        scope: 'org_1',
        key,
        fingerprint: hashOf(key),
        claimId: key,
        owner: key,
        leaseUntil: createdAt,
        createdAt,
      },
    });
  await Promise.all([request('old', past(30)), request('new', before(30))]);
  const action = (id: string, createdAt: Date) =>
    prisma.operatorAction.create({ data: { id, operator: 'robin', command: 'org verify', createdAt } });
  await Promise.all([action('old', past(2557)), action('new', before(2557))]);
  for (const table of ['Lead', 'IdempotencyKey', 'OperatorAction']) expect(await clean(table), table).toBe(1);
  expect(await prisma.lead.findMany({ select: { id: true } })).toEqual([{ id: 'new' }]);
  expect(await prisma.idempotencyKey.findMany({ select: { key: true } })).toEqual([{ key: 'new' }]);
  expect(await prisma.operatorAction.findMany({ select: { id: true } })).toEqual([{ id: 'new' }]);
});

test('an unpaid checkout is deleted 90 days after its end; a paid one is kept with its charge', async () => {
  const caseId = await seedCase();
  const { id: chargeId } = await prisma.charge.create({
    data: { id: 'chg', caseId, kind: 'platform_fee', description: '', amountCents: 1, currency: 'usd', state: 'paid' },
  });
  const checkout = (id: string, closedAt: Date | null, paymentId: string | null = null) =>
    prisma.checkout.create({
      data: { id, chargeId, url: 'https://pay.example', expiresAt: daysAgo(4000), closedAt, paymentId },
    });
  await checkout('over long ago', past(90));
  await checkout('over', before(90));
  await checkout('not over', null);
  await checkout('paid', past(90), 'pi_1');
  expect(await clean('Checkout')).toBe(1);
  expect(await prisma.checkout.count()).toBe(3);
});

test('views of tenant data are deleted after seven years', async () => {
  const caseId = await seedCase();
  const view = (id: string, createdAt: Date) =>
    prisma.tenantDataView.create({
      data: { id, caseId, actorType: 'attorney', actor: userId, what: 'case', createdAt },
    });
  await Promise.all([view('old', past(2557)), view('new', before(2557))]);
  expect(await clean('TenantDataView')).toBe(1);
  expect(await prisma.tenantDataView.findMany({ select: { id: true } })).toEqual([{ id: 'new' }]);
});

test('every rule of the table was seen by a test of this file', () => {
  const tested =
    'ApiKey AttorneyToken Checkout IdempotencyKey Invitation Lead Mail OperatorAction PasswordReset RateLimit ' +
    'Session TenantDataView WebhookDelivery';
  expect([...new Set(deletionRules.map(({ table }) => table))].toSorted()).toEqual(tested.split(' '));
});

describe('a batch', () => {
  test('is no larger than requested, and does not wait for locked rows', async () => {
    const [rule] = rulesOf('Lead');
    if (!rule) throw new Error('leads have a rule');
    const lead = (n: number) => ({ id: `${n}`, kind: 'contact', name: 'L', email: 'l@b.co', createdAt: daysAgo(800) });
    await prisma.lead.createMany({ data: [1, 2, 3, 4].map(lead) });
    const user = await pool.connect();
    try {
      await user.query('BEGIN');
      await user.query(`SELECT FROM "Lead" WHERE id = '1' FOR UPDATE`);
      const batches: number[] = [];
      for await (const deleted of deleteDue(store, rule, 2)) batches.push(deleted);
      expect(batches).toEqual([2, 1]);
      await user.query('COMMIT');
    } finally {
      user.release();
    }
    expect(await clean('Lead')).toBe(1);
  });

  test('of a table without an index is read page by page, and locked rows are skipped', async () => {
    const windows = Array.from({ length: 95 }, (_, n) => ({ key: `w${n}`, hits: n % 3 === 0 ? [ago(0)] : [] }));
    await prisma.rateLimit.createMany({ data: windows });
    expect(await clean('RateLimit', 10)).toBe(63);
    expect(await prisma.rateLimit.count({ where: { key: { startsWith: 'w' } } })).toBe(32);
  });
});

test('how far behind each rule is can be measured', async () => {
  const secondsOf = async () =>
    (await measureRetention(store)).find(({ table, rule }) => table === 'Lead' && rule === 'old');
  expect(await secondsOf()).toMatchObject({ seconds: 0 });
  const lead = { id: 'late', kind: 'contact', name: 'L', email: 'l@b.co', createdAt: daysAgo(733) };
  await prisma.lead.create({ data: lead });
  const overdue = (await secondsOf())?.seconds ?? 0;
  expect(overdue / 86_400).toBeGreaterThan(2.99);
  expect(overdue / 86_400).toBeLessThan(3.1);
});

test('the outbox worker runs it, in as many batches as it takes', async () => {
  const stack = await startStack({ mail: {} });
  try {
    await stack.delivery?.stopWorker();
    const old = Array.from({ length: 1100 }, (_, n) => ({ key: `cleared ${n}`, hits: [] }));
    await stack.store.prisma.rateLimit.createMany({ data: [...old, { key: 'in use', hits: [ago(0)] }] });
    await stack.delivery?.startWorker();
    await expect.poll(() => stack.store.prisma.rateLimit.count()).toBe(1);
  } finally {
    await stack.stop();
  }
});

async function seedCase(): Promise<string> {
  const id = newId('case');
  await prisma.case.create({
    data: {
      id,
      organizationId,
      mode: 'live',
      state: 'closed',
      ground: 'holdover',
      entryPoint: 'notice',
      jurisdiction: 'MD',
      facts: {},
      nextAction: {},
    },
  });
  return id;
}

function mail(id: string, row: { createdAt: Date; attempts?: number; sentAt?: Date; failure?: string }) {
  return { id, kind: 'lead_received', recipient: 'operators@example.com', payload: {}, ...row };
}
