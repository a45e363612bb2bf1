import { newId } from '@evict/store/ids';
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
/** `past` returns the time an hour before the moment this many days ago, and `before` the time an hour after it. */
const past = (days: number) => ago(days * day + hour);
const before = (days: number) => ago(days * day - hour);

function rulesOf(table: string) {
  return deletionRules.filter((rule) => rule.table === table);
}

/** Applies every deletion rule of a table, and returns the number of deleted rows. */
async function clean(table: string, count = 100): Promise<number> {
  let deleted = 0;
  for (const rule of rulesOf(table)) for await (const batch of deleteDue(store, rule, count)) deleted += batch;
  return deleted;
}

const organizationId = newId('organization');
await prisma.organization.create({ data: { id: organizationId, name: 'A' } });
const userId = newId('user');
await prisma.user.create({ data: { id: userId, email: 'a@b.co', emailKey: 'a@b.co', role: 'owner' } });
const endpointId = newId('webhookEndpoint');
await prisma.webhookEndpoint.create({
  data: { id: endpointId, organizationId, mode: 'test', url: 'https://8.8.8.8/', secret: Buffer.alloc(1) },
});
const caseId = newId('case');
const kind = { ground: 'holdover', entryPoint: 'notice', jurisdiction: 'MD', facts: {}, nextAction: {} };
await prisma.case.create({ data: { id: caseId, organizationId, mode: 'live', state: 'closed', ...kind } });
const charge = { kind: 'platform_fee', description: '', amountCents: 1, currency: 'usd', state: 'paid' };
await prisma.charge.create({ data: { id: 'chg', caseId, ...charge } });

const hash = (id: string) => new Uint8Array(Buffer.from(id));
const longAgo = daysAgo(4000);
await prisma.apiKey.create({ data: { id: 'key', hash: hash('key'), organizationId, mode: 'live' } });

interface Kept {
  title: string;
  table: string;
  /** The fields that every row has, given its id. */
  base: (id: string) => object;
  /** Each row's own fields, by the row's id. */
  rows: Record<string, object>;
  left: string[];
}

const kept: Kept[] = [
  {
    title: 'a rate-limit window is deleted a day after its last hit, or at once if it has no hits',
    table: 'RateLimit',
    base: (key) => ({ key }),
    rows: {
      old: { hits: [ago(3 * day), ago(25 * hour)] },
      cleared: { hits: [] },
      'in use': { hits: [ago(25 * hour), ago(23 * hour)] },
    },
    left: ['in use'],
  },
  {
    title: 'a password reset link is deleted when it has been used, or when it is a week old',
    table: 'PasswordReset',
    base: (id) => ({ id, hash: hash(id), userId }),
    rows: {
      used: { createdAt: ago(60), usedAt: ago(60) },
      old: { createdAt: past(7) },
      open: { createdAt: before(7) },
    },
    left: ['open'],
  },
  {
    title: 'a link that confirms an email address is deleted after a week',
    table: 'AddressLink',
    base: (id) => ({ hash: Buffer.from(id), userId }),
    rows: { old: { createdAt: past(7) }, open: { createdAt: before(7) } },
    left: ['open'],
  },
  {
    title: 'an invitation is deleted after a week',
    table: 'Invitation',
    base: (id) => ({ id, organizationId, email: id, emailKey: id, role: 'member' }),
    rows: { old: { createdAt: past(7) }, open: { createdAt: before(7) } },
    left: ['open'],
  },
  {
    title:
      'a sent email is deleted after 30 days, an abandoned email is deleted after 90 days, and an email that was never tried is kept',
    table: 'Mail',
    base: (id) => ({ id, kind: 'lead_received', recipient: 'operators@example.com', payload: {} }),
    rows: {
      'sent long ago': { sentAt: past(30), createdAt: past(30), attempts: 1 },
      sent: { sentAt: before(30), createdAt: daysAgo(200), attempts: 1 },
      'given up long ago': { createdAt: past(90), attempts: 5 },
      'given up': { createdAt: before(90), attempts: 5 },
      'never tried': { createdAt: daysAgo(200) },
    },
    left: ['given up', 'never tried', 'sent'],
  },
  {
    title: 'a webhook delivery is deleted after 90 days unless it is pending',
    table: 'WebhookDelivery',
    base: (id) => ({ id, eventId: id, endpointId, caseId, body: '{}' }),
    rows: {
      'delivered long ago': { status: 'delivered', createdAt: past(90) },
      'given up long ago': { status: 'failed', createdAt: past(90) },
      delivered: { status: 'delivered', createdAt: before(90) },
      pending: { status: 'pending', createdAt: daysAgo(200) },
    },
    left: ['delivered', 'pending'],
  },
  {
    title: 'a session is deleted 30 days after it was revoked, or 120 days after its sign-in',
    table: 'Session',
    base: (id) => ({ id, hash: hash(id), userId }),
    rows: {
      'revoked long ago': { createdAt: past(30), revokedAt: past(30) },
      revoked: { createdAt: past(31), revokedAt: before(30) },
      'long over': { createdAt: past(120) },
      over: { createdAt: before(120) },
    },
    left: ['over', 'revoked'],
  },
  {
    title: "an attorney's token is deleted a year after it was revoked or expired, and a valid one is kept",
    table: 'AttorneyToken',
    base: (id) => ({ id, hash: hash(id), userId, lastFour: '1234', createdAt: longAgo }),
    rows: {
      good: {},
      revoked: { revokedAt: before(365) },
      'revoked long ago': { revokedAt: past(365) },
      'expired long ago': { expiresAt: past(365) },
    },
    left: ['good', 'revoked'],
  },
  {
    title: 'an API key is deleted seven years after it was revoked or expired, and a valid one is kept',
    table: 'ApiKey',
    base: (id) => ({ id, hash: hash(id), organizationId, mode: 'test', createdAt: longAgo }),
    rows: {
      good: {},
      revoked: { revokedAt: before(2557) },
      'revoked long ago': { revokedAt: past(2557) },
      expired: { expiresAt: before(2557) },
      'expired long ago': { expiresAt: past(2557) },
    },
    left: ['expired', 'good', 'revoked'],
  },
  {
    title: 'a lead is deleted after two years',
    table: 'Lead',
    base: (id) => ({ id, kind: 'contact', name: 'Lee', email: 'lee@example.com' }),
    rows: { old: { createdAt: past(730) }, new: { createdAt: before(730) } },
    left: ['new'],
  },
  {
    title: 'an idempotency key is deleted after 30 days',
    table: 'IdempotencyKey',
    base: (key) => ({ scope: 'org', key, fingerprint: hash(key), claimId: key, owner: key, leaseUntil: longAgo }),
    rows: { old: { createdAt: past(30) }, new: { createdAt: before(30) } },
    left: ['new'],
  },
  {
    title: "the record of an operator's action is deleted after seven years",
    table: 'OperatorAction',
    base: (id) => ({ id, operator: 'robin', command: 'org verify' }),
    rows: { old: { createdAt: past(2557) }, new: { createdAt: before(2557) } },
    left: ['new'],
  },
  {
    title: 'an audit entry is deleted after seven years',
    table: 'AuditEvent',
    base: (id) => ({
      id,
      organizationId,
      action: 'signed_in',
      actorType: 'user',
      actor: userId,
      result: 'done',
      detail: {},
    }),
    rows: { old: { createdAt: past(2557) }, new: { createdAt: before(2557) } },
    left: ['new'],
  },
  {
    title: 'a case import is deleted after a week',
    table: 'CaseImport',
    base: (id) => ({ id, organizationId, mode: 'test', dryRun: false }),
    rows: { old: { createdAt: past(7) }, new: { createdAt: before(7) } },
    left: ['new'],
  },
  {
    title: 'a confirmation that was never used is deleted 30 days after it expired',
    table: 'Confirmation',
    base: (id) => ({ id, organizationId, mode: 'live', caseId, keyId: 'key', action: 'submit', hash: hash(id) }),
    rows: { old: { expiresAt: past(30) }, new: { expiresAt: before(30) } },
    left: ['new'],
  },
  {
    title: 'a file in the inbox is deleted after 30 days, with its bytes',
    table: 'IntakeFile',
    base: (id) => ({
      id,
      organizationId,
      mode: 'test',
      filename: 'lease.pdf',
      contentType: 'application/pdf',
      contentHash: '',
      sizeBytes: 3,
      content: Buffer.from('%PD'),
    }),
    rows: { old: { createdAt: past(30) }, new: { createdAt: before(30) } },
    left: ['new'],
  },
  {
    title: 'an upload link is deleted after a day',
    table: 'UploadLink',
    base: (id) => ({
      hash: hash(id),
      organizationId,
      mode: 'test',
      caseId,
      authorId: userId,
      credentialId: 'key',
      purpose: 'other',
      filename: 'a.pdf',
    }),
    rows: { old: { createdAt: past(1) }, new: { createdAt: before(1) } },
    left: ['new'],
  },
  {
    title: 'an app is deleted 90 days after its last token, or 30 days after its registration if it never got one',
    table: 'OAuthClient',
    base: (id) => ({ id, metadata: '{}', createdAt: longAgo }),
    rows: {
      unused: { createdAt: past(30) },
      registered: { createdAt: before(30) },
      idle: { usedAt: past(90) },
      used: { usedAt: before(90) },
    },
    left: ['registered', 'used'],
  },
  {
    title: "an app's code or token is deleted a day after it expired, and an unconfirmed request as soon as it expires",
    table: 'OAuthItem',
    base: (id) => ({
      hash: hash(id),
      kind: 'AccessToken',
      clientId: 'app',
      clientName: '',
      scopes: ['read'],
      payload: '{}',
      keyId: 'key',
    }),
    rows: {
      old: { expiresAt: past(1) },
      new: { expiresAt: before(1) },
      unanswered: { kind: 'Interaction', keyId: null, expiresAt: past(0) },
      asking: { kind: 'DeviceCode', keyId: null, expiresAt: before(0) },
    },
    left: ['asking', 'new'],
  },
  {
    title: 'an unpaid checkout is deleted 90 days after it was closed, and a paid one is kept with its charge',
    table: 'Checkout',
    base: (id) => ({ id, chargeId: 'chg', url: 'https://pay.example', expiresAt: longAgo }),
    rows: {
      'over long ago': { closedAt: past(90) },
      over: { closedAt: before(90) },
      'not over': {},
      paid: { closedAt: past(90), paymentId: 'pi_1' },
    },
    left: ['not over', 'over', 'paid'],
  },
  {
    title: 'the record of a view of tenant data is deleted after seven years',
    table: 'TenantDataView',
    base: (id) => ({ id, caseId, actorType: 'attorney', actor: userId, what: 'case' }),
    rows: { old: { createdAt: past(2557) }, new: { createdAt: before(2557) } },
    left: ['new'],
  },
];

/** The methods of a Prisma model that this file uses, which are the same for every table. */
interface Model {
  createMany(rows: { data: object[] }): Promise<unknown>;
  findMany(): Promise<{ id?: string; key?: string; hash?: Uint8Array }[]>;
}

test.each(kept)('$title', async ({ table, base, rows, left }) => {
  const name = `${table.charAt(0).toLowerCase()}${table.slice(1)}`;
  const model = (prisma as unknown as Record<string, Model>)[name] ?? expect.unreachable(table);
  await model.createMany({ data: Object.entries(rows).map(([id, row]) => ({ ...base(id), ...row })) });
  expect(await clean(table)).toBe(Object.keys(rows).length - left.length);
  // The audit log also has entries about changes to these rows.
  const ids = (await model.findMany())
    .map(({ hash: text = '', id = Buffer.from(text).toString(), key = id }) => key)
    .filter((id) => id in rows);
  expect(ids.toSorted()).toEqual(left);
});

test('this file tests every table that has a deletion rule', () => {
  const tables = new Set(deletionRules.map(({ table }) => table));
  expect(new Set<string>(tables)).toEqual(new Set(kept.map(({ table }) => table)));
});

describe('a deletion batch', () => {
  test("is no larger than requested, and doesn't wait for locked rows", async () => {
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

  test("reads a table page by page if it has no index, and keeps the rows that aren't due", async () => {
    const windows = Array.from({ length: 95 }, (_, n) => ({ key: `w${n}`, hits: n % 3 === 0 ? [ago(0)] : [] }));
    await prisma.rateLimit.createMany({ data: windows });
    expect(await clean('RateLimit', 10)).toBe(63);
    expect(await prisma.rateLimit.count({ where: { key: { startsWith: 'w' } } })).toBe(32);
  });
});

test('the backlog of a deletion rule is measured by how long its oldest row has been overdue', async () => {
  const secondsOf = async () =>
    (await measureRetention(store)).find(({ table, rule }) => table === 'Lead' && rule === 'old');
  expect(await secondsOf()).toMatchObject({ seconds: 0 });
  const lead = { id: 'late', kind: 'contact', name: 'L', email: 'l@b.co', createdAt: daysAgo(733) };
  await prisma.lead.create({ data: lead });
  const overdue = (await secondsOf())?.seconds ?? 0;
  expect(overdue / 86_400).toBeGreaterThan(2.99);
  expect(overdue / 86_400).toBeLessThan(3.1);
});

test('the outbox worker deletes due rows in as many batches as it takes', async () => {
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
