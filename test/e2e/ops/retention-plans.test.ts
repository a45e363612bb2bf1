import { caseRetentionRules } from '@evict/case-model';
import { unfinishedBlobs } from '@evict/store/bytes';
import { operatorList } from '@evict/store/operator-cases';
import { unsettledCharges } from '@evict/store/charges';
import { countCases, openStates } from '@evict/store/operations';
import { newId } from '@evict/store/ids';
import { deletionRules, dueCases, dueRows } from '@evict/store/retention';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../support/plans.ts';
import { pastTriggers } from '../support/past-triggers.ts';

/** What is due must cost the same however much is kept: every query reads an index, as soon as a table is large. */
const rows = 20_000;

// Filling a table takes longer than a service lets a statement run.
const store = openTestStore(await cloneDatabase(), undefined, 'maintenance');
const { pool, prisma } = store;
afterAll(() => store.close());

const organizationId = newId('organization');
const userId = newId('user');
/** `n` runs from 1; every row is of another time, the oldest of them due by any rule. */
const time = `now() - make_interval(hours => n)`;

/** How a table is filled: columns and values by `n`. */
const filled: Record<string, string> = {
  AttorneyToken: `(id, hash, "userId", "lastFour", "revokedAt", "expiresAt")
    SELECT n, n::text::bytea, '${userId}', '', ${time}, ${time}`,
  Session: `(id, hash, "userId", "createdAt", "revokedAt") SELECT n, n::text::bytea, '${userId}', ${time}, ${time}`,
  ApiKey: `(id, hash, "organizationId", mode, "revokedAt", "expiresAt")
    SELECT n, n::text::bytea, '${organizationId}', 'test', ${time}, ${time}`,
  PasswordReset: `(id, hash, "userId", "createdAt", "usedAt") SELECT n, n::text::bytea, '${userId}', ${time},
    CASE WHEN n % 2 = 0 THEN ${time} END`,
  AddressLink: `(hash, "userId", "createdAt") SELECT n::text::bytea, '${userId}', ${time}`,
  Invitation: `(id, "organizationId", email, "emailKey", role, "createdAt")
    SELECT n, '${organizationId}', n, n, 'member', ${time}`,
  IdempotencyKey: `(scope, key, fingerprint, "claimId", owner, "leaseUntil", "createdAt")
    SELECT 's', n, '', n, '', now(), ${time}`,
  Mail: `(id, kind, recipient, payload, "createdAt", attempts, "sentAt") SELECT n, 'lead_received', '', '{}', ${time}, 1,
    CASE WHEN n % 2 = 0 THEN ${time} END`,
  Lead: `(id, kind, name, email, "createdAt") SELECT n, 'contact', '', '', ${time}`,
  Case: `(id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "nextAction", "updatedAt",
      "erasedAt", "failedStep", "retryAt", "factsHash")
    SELECT n, '${organizationId}', CASE WHEN n % 2 = 0 THEN 'test' ELSE 'live' END,
      (ARRAY['draft', 'withdrawn', 'closed', 'on_hold', 'notice_review'])[n % 5 + 1], 'holdover', 'notice', 'ZZ', '{}',
      '{}', ${time}, CASE WHEN n % 3 = 0 THEN ${time} END,
      CASE WHEN n % 200 = 4 THEN 'engage_attorney' END, CASE WHEN n % 200 = 4 THEN now() END,
      CASE WHEN n % 50 <> 1 THEN '' END`,
  CaseEvent: `(id, "caseId", sequence, action, "actorType", "fromState", "createdAt", "organizationId", mode, "feedPosition")
    SELECT n, n, 1, 'withdraw', CASE WHEN n % 7 = 0 THEN 'platform' ELSE 'customer' END, 'draft', ${time}, 'org', 'test', n`,
  TenantDataView: `(id, "caseId", "actorType", actor, what, "createdAt") SELECT n, '1', 'attorney', '', 'case', ${time}`,
  Charge: `(id, "caseId", kind, description, "amountCents", currency, state, "paymentId", "refundRequestedAt", "refundedAt")
    SELECT n, '1', '', '', 1, 'usd', 'paid', n, CASE WHEN n % 10 = 0 THEN now() END, CASE WHEN n % 10 = 0 THEN now() END`,
  Checkout: `(id, "chargeId", url, "expiresAt", "closedAt", "paymentId", "refundedAt")
    SELECT n, n, '', now(), ${time}, CASE WHEN n % 2 = 0 THEN n END, CASE WHEN n % 10 = 0 THEN now() END`,
  Blob: `(id, "documentId", "caseId", "sizeBytes", sha256, complete, "createdAt")
    SELECT n, n, n, 1, '', n % 10000 <> 0, ${time}`,
  WebhookDelivery: `(id, "eventId", "endpointId", "caseId", body, status, "createdAt")
    SELECT n, n, 'we', '1', '', (ARRAY['pending', 'delivered', 'failed'])[n % 3 + 1], ${time}`,
  OperatorAction: `(id, operator, command, "createdAt") SELECT n, '', '', ${time}`,
  CaseImport: `(id, "organizationId", mode, "dryRun", "createdAt") SELECT n, '${organizationId}', 'test', false, ${time}`,
  Confirmation: `(id, "organizationId", mode, "caseId", "keyId", action, hash, "expiresAt") SELECT n, '${organizationId}', 'test', '1', '', '', '', ${time}`,
  UploadLink: `(hash, "organizationId", mode, "caseId", "authorId", "credentialId", purpose, filename, "createdAt")
    SELECT n::text::bytea, '${organizationId}', 'test', '1', '', '', '', '', ${time}`,
  IntakeFile: `(id, "organizationId", mode, filename, "contentType", "contentHash", "sizeBytes", content, "createdAt")
    SELECT n, '${organizationId}', 'test', '', '', '', 0, '', ${time}`,
  OAuthClient: `(id, metadata, "createdAt", "usedAt") SELECT n, '', ${time}, CASE WHEN n % 2 = 0 THEN ${time} END`,
  OAuthItem: `(hash, kind, "clientId", "clientName", scopes, payload, "keyId", "expiresAt")
    SELECT n::text::bytea, '', '', '', '{}', '', CASE WHEN n % 2 = 0 THEN n END, ${time}`,
  AuditEvent: `(id, "organizationId", action, "actorType", actor, result, detail, "createdAt")
    SELECT n, '', '', '', '', '', '{}', ${time}`,
};

beforeAll(async () => {
  await prisma.organization.create({ data: { id: organizationId, name: 'A' } });
  await prisma.user.create({ data: { id: userId, email: 'a@b.co', emailKey: 'a@b.co', role: 'owner' } });
  await prisma.webhookEndpoint.create({
    data: { id: 'we', organizationId, mode: 'test', url: 'https://8.8.8.8', secret: new Uint8Array(1) },
  });
  for (const [table, select] of Object.entries(filled)) {
    // Without triggers, which would audit every row.
    await pastTriggers(store, `INSERT INTO "${table}" ${select} FROM generate_series(1, ${rows}) n`);
    await pool.query(`ANALYZE "${table}"`);
  }
}, 300_000);

describe('a batch of housekeeping reads an index no further than it deletes', () => {
  const byTime = deletionRules.filter(({ scanKey }) => scanKey === undefined);

  test.each(byTime.map((rule) => [`${rule.table} ${rule.rule}`, rule] as const))('%s', async (_, rule) => {
    expect(Object.keys(filled)).toContain(rule.table);
    const { whole, read } = await planOf(store, dueRows(rule, 500));
    expect(whole).toEqual([]);
    expect(read).toBeLessThanOrEqual(500);
  });
});

describe('a page of retention reads an index no further than the page', () => {
  const states = 20;

  test.each(caseRetentionRules)('%s', async (rule) => {
    const { whole, read } = await planOf(store, dueCases(rule, { days: 0, count: 50, time: '-infinity', id: '' }));
    expect(whole).toEqual([]);
    // One page of each state at most. Those that the platform withdrew have to be found among the withdrawn drafts that
    // were never submitted, one in fifty of all cases.
    expect(read).toBeLessThanOrEqual(rule === 'withdrawn_drafts' ? (2 * rows) / 50 : 50 * states);
  });
});

test('charges with something left to do are found among all that were ever paid', async () => {
  const { whole, read } = await planOf(store, unsettledCharges(null));
  expect([whole, read]).toEqual([[], 0]);
});

test('bytes of interrupted uploads are found among all that are stored', async () => {
  const { whole, read } = await planOf(store, unfinishedBlobs(7));
  expect(whole).toEqual([]);
  expect(read).toBeLessThanOrEqual(rows / 10_000);
});

describe("a page of the operators' list reads no other cases than those they may have to look at", () => {
  const filters = [{ attention: true }, { retrying: true }, { retrying: true, mode: 'test' }] as const;

  test.each(filters)('%o', async (filter) => {
    const { whole, read } = await planOf(store, operatorList(filter, 50));
    expect(whole).toEqual([]);
    expect(read).toBeGreaterThanOrEqual(50);
    expect(read).toBeLessThanOrEqual(rows / 5 + rows / 200);
  });
});

test('counting open cases reads no finished ones, which accumulate for years', async () => {
  await pool.query(`UPDATE "Case" SET state = 'closed' WHERE id NOT LIKE '%00'`);
  await pool.query('ANALYZE "Case"');
  const { rows: open } = await pool.query('SELECT FROM "Case" WHERE state = ANY ($1)', [openStates]);
  const { whole, read } = await planOf(store, countCases(openStates));
  expect([whole, read]).toEqual([[], open.length]);
  expect(read).toBeGreaterThan(0);
});
