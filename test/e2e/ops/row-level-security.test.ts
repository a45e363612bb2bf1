import { randomBytes } from 'node:crypto';
import { urlAs } from '@evict/local';
import { updateDraftFacts } from '@evict/store/cases';
import { type RowScope, setScope, withScope } from '@evict/store/database';
import { newId } from '@evict/store/ids';
import { allRows, firstRowOfKey, openTestStore, raw } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { seedDraft } from '../support/seed.ts';

// What a statement of the customer gateway finds that has forgotten every condition.

const url = await cloneDatabase();
const owner = openTestStore(url, 2);
const gateway = openTestStore(urlAs('customer_gateway', url), 3);
afterAll(() => Promise.all([owner.close(), gateway.close()]));

const hash = randomBytes(32);
/** By the ids that its rows have in common. */
const organizationOf = new Map<string, string>();
let own: Awaited<ReturnType<typeof seedDraft>>;
let other: typeof own;
beforeAll(async () => {
  [own, other] = [await seedDraft({ store: owner }), await seedDraft({ store: owner })];
  const { organizationId, mode } = own;
  await owner.prisma.apiKey.create({ data: { id: newId('apiKey'), hash, organizationId, mode } });
  for (const { caseId, organizationId: of, mode: ofMode } of [own, other]) {
    const tag = newId('event');
    organizationOf.set(caseId, of).set(tag, of);
    const key = { id: tag, hash: randomBytes(32), organizationId: of, mode: ofMode };
    await owner.prisma.apiKey.create({ data: key });
    await owner.pool.query(
      `WITH e AS (INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", internal, "createdAt", "organizationId", mode,
          "feedPosition") VALUES ($1, $2, 1, 'submit', 'customer', false, now(), $3, $4, 1), ($1 || 'i', $2, NULL, 'hold', 'platform',
          true, now(), NULL, NULL, NULL)),
        d AS (INSERT INTO "Document" (id, "caseId", kind, filename, "contentType", "contentHash", "sizeBytes")
          VALUES ($1, $2, 'evidence', 'a.pdf', 'application/pdf', '00', 1)),
        n AS (INSERT INTO "Note" (id, "caseId", "writtenBy", body) VALUES ($1, $2, 'customer', 'x')),
        c AS (INSERT INTO "Charge" (id, "caseId", kind, description, "amountCents", currency, state)
          VALUES ($1, $2, 'platform_fee', 'Fee', 1, 'usd', 'due')),
        k AS (INSERT INTO "Checkout" (id, "chargeId", url, "expiresAt") VALUES ($1, $1, 'https://pay.example', now())),
        o AS (INSERT INTO "Command" (id, "caseId", author, "authorId", kind, body)
          VALUES ($1, $2, 'customer', 'usr_1', 'submit', '{}')),
        l AS (INSERT INTO "CalendarLink" (id, hash, "lastFour", "organizationId", mode) VALUES ($1, $1::bytea, 'aaaa', $3, $4)),
        h AS (INSERT INTO "IntakeFile" (id, "organizationId", mode, filename, "contentType", "contentHash", "sizeBytes", content)
          VALUES ($1, $3, $4, 'a.pdf', 'application/pdf', '', 0, '')),
        i AS (INSERT INTO "CaseImport" (id, "organizationId", mode, "dryRun") VALUES ($1, $3, $4, false)),
        u AS (INSERT INTO "User" (id, "organizationId", email, "emailKey", role) VALUES ($1, $3, $1, $1, 'member')),
        s AS (INSERT INTO "CaseRead" ("userId", "caseId", "readTo") VALUES ($1, $2, now())),
        r AS (INSERT INTO "CaseImportRow" ("importId", "row") VALUES ($1, 1)),
        f AS (INSERT INTO "Confirmation" (id, "organizationId", mode, "caseId", "keyId", action, hash)
          VALUES ($1, $3, $4, $2, $1, 'submit', '')),
        z AS (INSERT INTO "UploadLink" (hash, "organizationId", mode, "caseId", "authorId", "credentialId", purpose, filename)
          VALUES (convert_to($1, 'UTF8'), $3, $4, $2, 'usr_1', 'ses_1', 'other', 'a.pdf')),
        w AS (INSERT INTO "WebhookEndpoint" (id, "organizationId", mode, url, secret)
          VALUES ($1, $3, $4, 'https://a.example', 'x')),
        y AS (INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body) VALUES ($1, $1, $1, $2, '{}'))
        INSERT INTO "WebhookAttempt" ("deliveryId", attempt, "latencyMs") VALUES ($1, 1, 1)`,
      [tag, caseId, of, ofMode],
    );
  }
});

/** Of each table what leads to the case or to the tag of a seeded row. */
const keys = {
  Case: 'id',
  CaseEvent: `rtrim(id, 'i')`,
  Document: '"caseId"',
  Note: '"caseId"',
  Charge: '"caseId"',
  Checkout: '"chargeId"',
  Command: '"caseId"',
  CalendarLink: 'id',
  CaseImport: 'id',
  IntakeFile: 'id',
  CaseImportRow: '"importId"',
  CaseRead: '"caseId"',
  Confirmation: 'id',
  UploadLink: `convert_from(hash, 'UTF8')`,
  WebhookEndpoint: 'id',
  WebhookDelivery: 'id',
  WebhookAttempt: '"deliveryId"',
  Audit: '"organizationId"',
} as const;
type Table = keyof typeof keys;
const tables = Object.keys(keys) as Table[];

/** Whose rows the gateway finds. */
async function seen(table: Table): Promise<string[]> {
  const rows = await allRows<{ key: string }>(gateway)`${raw(`SELECT DISTINCT ${keys[table]} AS key FROM "${table}"`)}`;
  return [...new Set(rows.map(({ key }) => organizationOf.get(key) ?? key))].toSorted();
}

const inScope = <T>(scope: RowScope | null, work: () => Promise<T>) =>
  withScope(() => {
    if (scope) setScope(scope);
    return work();
  });

describe.each(tables)('%s', (table) => {
  test('shows the rows of the scope alone, and none outside one or in the other mode', async () => {
    expect(await inScope(own, () => seen(table))).toEqual([own.organizationId]);
    expect(await inScope(other, () => seen(table))).toEqual([other.organizationId]);
    // The audit is of both modes.
    const inOtherMode = table === 'Audit' ? [own.organizationId] : [];
    expect(await inScope({ ...own, mode: 'live' }, () => seen(table))).toEqual(inOtherMode);
    expect(await inScope(null, () => seen(table))).toEqual([]);
    expect(await seen(table)).toEqual([]);
  });
});

test('a scope is that of its statement, however many share a connection, and also after one that fails', async () => {
  const failing = inScope(other, () => allRows(gateway)`SELECT 1 / (SELECT count(*) - 1 FROM "Case")`);
  await expect(failing).rejects.toThrow('division by zero');
  const wanted = Array.from({ length: 60 }, (_, index) => [own, other, null][index % 3] ?? null);
  const found = await Promise.all(wanted.map((scope) => inScope(scope, () => seen('Case'))));
  expect(found).toEqual(wanted.map((scope) => (scope ? [scope.organizationId] : [])));
});

test('the statement that looks a key up is of the scope of that key', async () => {
  const all = (of: Buffer) => firstRowOfKey<{ ids: string[] }>(gateway, of)`SELECT array_agg(id) AS ids FROM "Case"`;
  expect(await all(hash)).toEqual({ ids: [own.caseId] });
  expect(await all(randomBytes(32))).toEqual({ ids: null });
});

test('nothing is written outside the scope, in a statement or in a transaction', async () => {
  const change = (scope: RowScope | null) =>
    inScope(scope, () => updateDraftFacts(gateway, other, other.caseId, (facts) => ({ ...facts, freeText: 'Mine.' })));
  expect(await change(own)).toBeNull();
  expect(await change(null)).toBeNull();
  expect(await change(other)).toMatchObject({ state: 'draft' });
  const facts = JSON.stringify(buildFacts());
  const create = () => allRows(gateway)`
    INSERT INTO "Case" (id, "organizationId", mode, state, "nextAction", ground, "entryPoint", jurisdiction, facts)
    VALUES (${newId('case')}, ${other.organizationId}, 'test', 'draft', '{}', 'nonpayment', 'notice', 'ZZ', ${facts}::jsonb)`;
  await expect(inScope(own, create)).rejects.toThrow('row-level security');
  expect(await inScope(other, create)).toEqual([]);
});

test("an attorney's link is found by requests without an organization alone, and is made in no other", async () => {
  const attorney = { id: newId('user'), email: 'a@example.com', emailKey: newId('user'), role: 'attorney' };
  await owner.prisma.user.create({ data: attorney });
  const create = () => allRows(gateway)`
    INSERT INTO "CalendarLink" (id, hash, "lastFour", "userId", mode)
    VALUES (${newId('calendarLink')}, ${randomBytes(32)}, 'aaaa', ${attorney.id}, 'live')`;
  await expect(inScope(own, create)).rejects.toThrow('row-level security');
  expect(await inScope(null, create)).toEqual([]);
  const find = () => allRows(gateway)`SELECT "userId" FROM "CalendarLink"`;
  expect(await inScope(null, find)).toEqual([{ userId: attorney.id }]);
  expect(await inScope({ ...own, mode: 'live' }, find)).toEqual([]);
  await owner.prisma.user.delete({ where: { id: attorney.id } });
});
