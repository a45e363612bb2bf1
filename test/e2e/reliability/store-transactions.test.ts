import { randomBytes, randomUUID } from 'node:crypto';
import {
  acceptInvitation,
  changePassword,
  createApiKey,
  createInvitationLink,
  createPasswordReset,
  inviteMember,
  resetPassword,
} from '@evict/store/accounts';
import { createPostgresBlobStore } from '@evict/store/bytes';
import { addEvidence, createDraft } from '@evict/store/cases';
import { voidCharge } from '@evict/store/charges';
import { type TransactionName } from '@evict/store/database';
import { eraseAccount, eraseCase, eraseLead } from '@evict/store/erasure';
import { newId } from '@evict/store/ids';
import { getLead } from '@evict/store/leads';
import { deleteSandboxShell } from '@evict/store/retention';
import { inTransaction, openTestStore, type TestStore } from '@evict/store/testing';
import { createWebhookEndpoint, deleteWebhookEndpoint, disableDeadEndpoint } from '@evict/store/webhooks';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { decideOn } from '../support/decided.ts';
import { marylandFacts } from '../support/live.ts';

const CONNECTIONS = 4;
const AT_ONCE = 3 * CONNECTIONS;

const url = await cloneDatabase();
const small = openTestStore(url, CONNECTIONS);
const other = openTestStore(url, 2);
afterAll(() => Promise.all([small.close(), other.close()]));

const blobs = createPostgresBlobStore(small);
const scopeOf = (organizationId: string) => ({ organizationId, mode: 'live' }) as const;

interface Row {
  id: string;
  organizationId: string;
}

interface Scenario<R extends Row = Row> {
  /** The table of the row that the transaction locks; null if it locks none. */
  table: string | null;
  make: () => Promise<R>;
  call: (row: R) => Promise<unknown>;
  /** The outcomes of twelve calls at once on one row, and their numbers. */
  outcomes: Record<string, number>;
}

/** Checks a row against the row that its scenario makes. */
function scenario<R extends Row>(given: Scenario<R>): Scenario {
  return given as unknown as Scenario;
}

/** Transactions that must not take effect twice, or beyond a limit. */
const scenarios: Partial<Record<TransactionName, Scenario>> = {
  addEvidence: scenario({
    table: 'Case',
    make: makeDraft,
    async call({ id, organizationId }) {
      const upload = {
        documentId: newId('document'),
        purpose: 'other',
        filename: 'a.pdf',
        contentHash: '00',
        sizeBytes: 1024,
      } as const;
      const added = await addEvidence(small, scopeOf(organizationId), id, upload, {
        maxStoredBytes: 8 * 1024,
        maxDocuments: 100,
        detectContentType: async () => 'application/pdf',
        storeBytes: () => blobs.put(id, upload.documentId, randomBytes(1024)),
      });
      return typeof added === 'string' ? added : added && 'added';
    },
    outcomes: { added: 8, storage_full: 4 },
  }),
  eraseCase: scenario({
    table: 'Case',
    make: makeFinished,
    async call({ id }) {
      const erased = await eraseCase(small, { caseId: id, operator: 'robin', list: '', blobs });
      return erased.ok && (erased.again ? 'again' : 'erased');
    },
    outcomes: { erased: 1, again: 11 },
  }),
  deleteSandboxShell: scenario({
    table: 'Case',
    async make() {
      const row = await makeFinished();
      await other.prisma.case.update({ where: { id: row.id }, data: { mode: 'test' } });
      await eraseCase(other, { caseId: row.id, operator: 'robin', list: '', blobs });
      return row;
    },
    call: ({ id }) => deleteSandboxShell(small, id, ''),
    outcomes: { true: 1, false: 11 },
  }),
  voidCharge: scenario({
    table: 'Charge',
    make: makeCharge,
    call: async ({ id }) => (await voidCharge(small, id)).ok,
    outcomes: { true: 1, false: 11 },
  }),
  createApiKey: scenario({
    table: 'Organization',
    make: makeOrganization,
    async call({ id }) {
      const key = { hash: randomBytes(32), lastFour: 'abcd', maxActive: 10 };
      return (await createApiKey(small, scopeOf(id), key)) ? 'kept' : 'limit';
    },
    outcomes: { kept: 10, limit: 2 },
  }),
  changeMembers: scenario({
    table: 'Organization',
    async make() {
      const { id: userId, organizationId } = await makeUser();
      return { id: organizationId, organizationId, sessionId: await makeSession(userId) };
    },
    async call(actor) {
      const invited = { id: newId('user'), email: `${randomUUID()}@example.com`, name: null, role: 'member' } as const;
      const outcome = await inviteMember(small, actor, invited, 9);
      return 'refusal' in outcome ? outcome.refusal : 'invited';
    },
    outcomes: { invited: 8, too_many_members: 4 },
  }),
  acceptInvitation: scenario({
    table: 'Invitation',
    async make() {
      const { id: organizationId } = await makeOrganization();
      const email = `${randomUUID()}@example.com`;
      const invitation = { id: newId('user'), organizationId, email, emailKey: email, role: 'member' };
      const { id } = await other.prisma.invitation.create({ data: invitation });
      const hash = randomBytes(32);
      await createInvitationLink(other, id, hash);
      return { id, organizationId, hash };
    },
    async call({ hash }) {
      const input = { name: 'Sam', passwordHash: 'hash', sessionHash: randomBytes(32) };
      const account = await acceptInvitation(small, hash, input);
      return typeof account === 'string' ? account : 'accepted';
    },
    outcomes: { accepted: 1, invalid: 11 },
  }),
  createWebhookEndpoint: scenario({
    table: 'Organization',
    make: makeOrganization,
    call: async ({ id }) => ((await makeEndpoint(small, id, 10)) ? 'kept' : 'limit'),
    outcomes: { kept: 10, limit: 2 },
  }),
  deleteWebhookEndpoint: scenario({
    table: 'WebhookEndpoint',
    make: makeWithEndpoint,
    call: async ({ id, organizationId }) =>
      (await deleteWebhookEndpoint(small, scopeOf(organizationId), id)) ? 'deleted' : 'none',
    outcomes: { deleted: 1, none: 11 },
  }),
  disableDeadEndpoint: scenario({
    table: 'WebhookEndpoint',
    async make() {
      const { id, organizationId } = await makeWithEndpoint();
      await other.pool.query(
        `UPDATE "WebhookEndpoint" SET "failingSince" = now() - interval '5 days', "failedDeliveries" = 20 WHERE id = $1`,
        [id],
      );
      await other.prisma.user.create({
        data: { id: newId('user'), organizationId, email: id, emailKey: id, role: 'owner', passwordHash: 'hash' },
      });
      return { id, organizationId };
    },
    call: async ({ id }) => ((await disableDeadEndpoint(small, id)).length === 1 ? 'disabled' : 'none'),
    outcomes: { disabled: 1, none: 11 },
  }),
  resetPassword: scenario({
    table: 'User',
    async make() {
      const user = await makeUser();
      const hash = randomBytes(32);
      await createPasswordReset(other, user.id, hash);
      return { ...user, hash };
    },
    call: ({ hash }) => resetPassword(small, hash, 'hash'),
    outcomes: { true: 1, false: 11 },
  }),
  changePassword: scenario({
    table: 'User',
    async make() {
      const user = await makeUser();
      await other.prisma.user.update({ where: { id: user.id }, data: { passwordHash: 'old' } });
      return { ...user, sessionId: await makeSession(user.id) };
    },
    call: ({ id, sessionId }) =>
      changePassword(small, { id, sessionId, provenHash: 'old' }, { passwordHash: randomUUID(), name: undefined }),
    outcomes: { true: 1, false: 11 },
  }),
  eraseAccount: scenario({
    table: 'User',
    make: makeUser,
    async call({ id }) {
      const erased = await eraseAccount(small, { userId: id, operator: 'robin', list: '' });
      return erased.ok && (erased.again ? 'again' : 'erased');
    },
    outcomes: { erased: 1, again: 11 },
  }),
  eraseLead: scenario({
    table: null,
    async make() {
      const lead = { id: newId('lead'), kind: 'contact', name: 'Lee', email: 'lee@example.com', states: [] };
      const { id } = await other.prisma.lead.create({ data: lead });
      return { id, organizationId: '' };
    },
    call: ({ id }) => eraseLead(small, { leadId: id, operator: 'robin', list: '' }),
    outcomes: { true: 1, false: 11 },
  }),
};

test.each(Object.entries(scenarios))(
  '%s, called more often at once than there are connections: takes effect as often as it may, and those that wait for the row hold one connection',
  async (_, { table, make, call, outcomes }) => {
    const row = await make();
    const release = table === null ? null : await holdRow(table, row.id);
    const calls = tally(() => call(row));
    if (release) {
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), { timeout: 60_000 });
      for (let read = 0; read < 20; read += 1) await small.pool.query('SELECT 1');
      expect(await waitingForLocks()).toBe(1);
      await release();
    }
    expect(await calls).toEqual(outcomes);
  },
);

describe('inside a transaction', () => {
  const inside = (work: () => Promise<unknown>) => inTransaction(small, 'createLead', null, work);
  const message = 'the transaction createLead asks for a second connection';

  test.each<[string, () => Promise<unknown>]>([
    ['a query of the pool', () => small.pool.query('SELECT 1')],
    ['a connection of the pool', () => small.pool.connect()],
    ['a query of Prisma', () => small.prisma.case.count()],
    ['a function of the store', () => getLead(small, 'lead_1')],
    ['another transaction', () => makeEndpoint(small, 'org_1', 1)],
    ['the bytes of a document', () => blobs.open('case_1', 'doc_1')],
  ])('%s fails at once', async (_, work) => {
    await expect(inside(async () => work())).rejects.toThrow(message);
  });

  test('its own handle works, and so does another store; afterwards everything works again', async () => {
    const counted = await inTransaction(small, 'createLead', null, async (transaction) => [
      await transaction.case.count({ where: { id: 'none' } }),
      await other.prisma.case.count({ where: { id: 'none' } }),
    ]);
    expect(counted).toEqual([0, 0]);
    await expect(small.prisma.case.count({ where: { id: 'none' } })).resolves.toBe(0);
  });
});

/** The outcomes of concurrent calls and their numbers. */
async function tally(call: () => Promise<unknown>): Promise<Record<string, number>> {
  const outcomes = await Promise.all(
    Array.from({ length: AT_ONCE }, () => call().catch((error: unknown) => `failed: ${String(error)}`)),
  );
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
  return counts;
}

/** Locks a row; returns what releases it. */
async function holdRow(table: string, id: string): Promise<() => Promise<void>> {
  const holder = await other.pool.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM "${table}" WHERE id = $1 FOR UPDATE`, [id]);
  return async () => {
    await holder.query('COMMIT');
    holder.release();
  };
}

async function waitingForLocks(): Promise<number> {
  const { rows: found } = await other.pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return found[0]?.waiting ?? 0;
}

async function makeOrganization(): Promise<Row> {
  const id = newId('organization');
  await other.prisma.organization.create({ data: { id, name: 'Sandbox Holdings' } });
  return { id, organizationId: id };
}

async function makeUser(): Promise<Row> {
  const { id: organizationId } = await makeOrganization();
  const email = `${randomUUID()}@example.com`;
  const user = { id: newId('user'), email, emailKey: email, role: 'owner', organizationId };
  const { id } = await other.prisma.user.create({ data: user });
  return { id, organizationId };
}

async function makeSession(userId: string): Promise<string> {
  const session = { id: newId('session'), hash: randomBytes(32), userId };
  return (await other.prisma.session.create({ data: session })).id;
}

async function makeDraft(): Promise<Row> {
  const { id: organizationId } = await makeOrganization();
  const id = newId('case');
  const nobody = { by: 'customer', description: '' } as const;
  await createDraft(other, scopeOf(organizationId), { id, facts: marylandFacts(), nextAction: nobody });
  return { id, organizationId };
}

async function makeFinished(): Promise<Row> {
  const row = await makeDraft();
  await decideOn(other, row.id, { kind: 'withdraw' });
  return row;
}

async function makeCharge(): Promise<Row> {
  const { id: caseId, organizationId } = await makeDraft();
  const id = newId('charge');
  const charge = { kind: 'platform_fee', description: 'Platform fee', amountCents: 100, currency: 'usd', state: 'due' };
  await other.prisma.charge.create({ data: { id, caseId, ...charge } });
  return { id, organizationId };
}

async function makeWithEndpoint(): Promise<Row> {
  const { id: organizationId } = await makeOrganization();
  return { id: (await makeEndpoint(other, organizationId, 1)) ?? '', organizationId };
}

async function makeEndpoint(at: TestStore, organizationId: string, max: number): Promise<string | undefined> {
  const id = newId('webhookEndpoint');
  const endpoint = { id, url: 'https://hook.example', seal: () => randomBytes(8), max };
  return (await createWebhookEndpoint(at, scopeOf(organizationId), endpoint))?.id;
}
