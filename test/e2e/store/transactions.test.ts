import { randomBytes, randomUUID } from 'node:crypto';
import { hashPassword } from '@evict/credentials/passwords';
import {
  acceptInvitation,
  changeProven,
  createAccount,
  createApiKey,
  createInvitationLink,
  createPasswordReset,
  inviteMember,
  resetPassword,
} from '@evict/store/accounts';
import { createAttorney, issueToken } from '@evict/store/attorneys';
import { createPostgresBlobStore } from '@evict/store/bytes';
import { addEvidence, createDraft } from '@evict/store/cases';
import { voidCharge } from '@evict/store/charges';
import { type TransactionName } from '@evict/store/database';
import { eraseAccount, eraseCase, eraseLead } from '@evict/store/erasure';
import { completeSignIn } from '@evict/store/factors';
import { newId } from '@evict/store/ids';
import { getLead } from '@evict/store/leads';
import { inTransaction, openTestStore, type TestStore } from '@evict/store/testing';
import { createWebhookEndpoint, deleteWebhookEndpoint, disableDeadEndpoint } from '@evict/store/webhooks';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { decideOn } from '../support/decided.ts';
import { marylandFacts } from '../support/live.ts';

const CONNECTIONS = 4;
const [old, another] = [await hashPassword('old'), await hashPassword('another')];
const AT_ONCE = 3 * CONNECTIONS;

const url = await cloneDatabase();
const small = openTestStore(url, CONNECTIONS);
const other = openTestStore(url, 2);
afterAll(() => Promise.all([small.close(), other.close()]));

const blobs = createPostgresBlobStore(small);
const scopeOf = (organizationId: string) => ({ organizationId, mode: 'live' }) as const;

/** A row that is created for the scenario, and the function that is called with it. */
interface Scenario {
  /** The table of the row that the transaction locks. Null if it locks none. */
  table: string | null;
  id: string;
  call: () => Promise<unknown>;
  /** The expected outcomes of twelve concurrent calls, and how often each occurs. */
  outcomes: Record<string, number>;
}

/** Transactions that must not take effect twice or exceed a limit. */
const scenarios: Partial<Record<TransactionName, () => Promise<Scenario>>> = {
  async addEvidence() {
    const { id, organizationId } = await makeDraft();
    const call = async () => {
      const documentId = newId('document');
      const named = { documentId, purpose: 'other', filename: 'a.pdf' } as const;
      const contentHash = await blobs.put(id, documentId, randomBytes(1024));
      const upload = { ...named, contentHash, contentType: 'application/pdf', sizeBytes: 1024, needsPassword: false };
      const bounds = { maxStoredBytes: 8 * 1024, maxDocuments: 100 };
      const added = await addEvidence(small, scopeOf(organizationId), id, upload, bounds);
      return typeof added === 'string' ? added : 'added';
    };
    return { table: 'Case', id, call, outcomes: { added: 8, storage_full: 4 } };
  },
  async eraseCase() {
    const id = await makeFinished();
    const call = async () => {
      const erased = await eraseCase(small, { caseId: id, operator: 'robin', list: '', blobs });
      return erased.ok && (erased.again ? 'again' : 'erased');
    };
    return { table: 'Case', id, call, outcomes: { erased: 1, again: 11 } };
  },
  async voidCharge() {
    const { id: caseId } = await makeDraft();
    const id = newId('charge');
    const charge = { kind: 'platform_fee', description: 'Platform fee', amountCents: 100, currency: 'usd' };
    await other.prisma.charge.create({ data: { id, caseId, ...charge, state: 'due' } });
    const call = async () => (await voidCharge(small, id)).ok;
    return { table: 'Charge', id, call, outcomes: { true: 1, false: 11 } };
  },
  async createApiKey() {
    const id = await makeOrganization();
    const call = async () => {
      const key = { hash: randomBytes(32), lastFour: 'abcd', maxActive: 10 };
      return 'id' in (await createApiKey(small, scopeOf(id), key)) ? 'kept' : 'limit';
    };
    return { table: 'Organization', id, call, outcomes: { kept: 10, limit: 2 } };
  },
  async issueToken() {
    const person = { name: 'Alex', email: `${randomUUID()}@example.com`, barNumber: '1', states: ['MD'] };
    const id = (await createAttorney(other, { ...person, verified: true })) ?? '';
    const call = async () => {
      const made = await issueToken(small, id, { hash: randomBytes(32), lastFour: 'abcd' }, 10);
      return typeof made === 'string' ? made : 'made';
    };
    return { table: 'User', id, call, outcomes: { made: 10, token_limit: 2 } };
  },
  async changeMembers() {
    const { id: userId, organizationId } = await makeUser();
    const sessionId = await makeSession(userId);
    const call = async () => {
      const invited = { id: newId('user'), email: `${randomUUID()}@example.com`, name: null, role: 'member' } as const;
      const outcome = await inviteMember(small, { organizationId, sessionId }, invited, 9);
      return 'refusal' in outcome ? outcome.refusal : 'invited';
    };
    return { table: 'Organization', id: organizationId, call, outcomes: { invited: 8, too_many_members: 4 } };
  },
  async acceptInvitation() {
    const email = `${randomUUID()}@example.com`;
    const invitation = { id: newId('user'), organizationId: await makeOrganization(), email, emailKey: email };
    const { id } = await other.prisma.invitation.create({ data: { ...invitation, role: 'member' } });
    const hash = randomBytes(32);
    await createInvitationLink(other, id, hash);
    const call = async () => {
      const input = { name: 'Sam', passwordHash: 'hash', sessionHash: randomBytes(32) };
      const account = await acceptInvitation(small, hash, input);
      return typeof account === 'string' ? account : 'accepted';
    };
    return { table: 'Invitation', id, call, outcomes: { accepted: 1, invalid: 11 } };
  },
  async createWebhookEndpoint() {
    const id = await makeOrganization();
    const call = async () => ((await makeEndpoint(small, id, 10)) ? 'kept' : 'limit');
    return { table: 'Organization', id, call, outcomes: { kept: 10, limit: 2 } };
  },
  async deleteWebhookEndpoint() {
    const organizationId = await makeOrganization();
    const id = await makeEndpoint(other, organizationId);
    const call = () => deleteWebhookEndpoint(small, scopeOf(organizationId), id);
    return { table: 'WebhookEndpoint', id, call, outcomes: { true: 1, false: 11 } };
  },
  async disableDeadEndpoint() {
    const { organizationId } = await makeUser();
    const id = await makeEndpoint(other, organizationId);
    await other.pool.query(
      `UPDATE "WebhookEndpoint" SET "failingSince" = now() - interval '5 days', "failedDeliveries" = 20 WHERE id = $1`,
      [id],
    );
    const call = () => disableDeadEndpoint(small, id);
    return { table: 'WebhookEndpoint', id, call, outcomes: { true: 1, false: 11 } };
  },
  async resetPassword() {
    const { id } = await makeUser();
    const hash = randomBytes(32);
    await createPasswordReset(other, id, hash);
    return { table: 'User', id, call: () => resetPassword(small, hash, 'hash'), outcomes: { true: 1, false: 11 } };
  },
  async comparePassword() {
    const { id, email } = await makeUser();
    const proven = { email, password: 'old', sessionId: await makeSession(id) };
    const call = async () => {
      const { result, lockedSeconds } = await changeProven(small, proven, { passwordHash: another, name: undefined });
      return lockedSeconds === null ? (result ? 'changed' : 'wrong') : 'locked';
    };
    return { table: 'User', id, call, outcomes: { changed: 1, wrong: 5, locked: 6 } };
  },
  async createAccount() {
    const email = `${randomUUID()}@example.com`;
    const person = { name: 'Sam', organizationName: 'Holdings', email, passwordHash: 'hash' };
    const call = async () =>
      (await createAccount(small, { ...person, sessionHash: randomBytes(32) })) === null ? 'taken' : 'created';
    return { table: null, id: email, call, outcomes: { created: 1, taken: 11 } };
  },
  async completeSignIn() {
    const { id } = await makeUser();
    const [ticket, sessionId] = [randomBytes(32), newId('session')];
    await other.prisma.session.create({ data: { id: sessionId, hash: ticket, userId: id, pending: true } });
    // Each call presents its own valid proof.
    const call = async () => {
      const hash = randomBytes(32);
      await other.prisma.recoveryCode.create({ data: { userId: id, hash } });
      const proof = { method: 'recovery_code', hash } as const;
      return completeSignIn(small, { ticket, session: randomBytes(32), userId: id }, proof);
    };
    return { table: 'Session', id: sessionId, call, outcomes: { open: 1, expired: 11 } };
  },
  async eraseAccount() {
    const { id } = await makeUser();
    const call = async () => {
      const erased = await eraseAccount(small, { userId: id, operator: 'robin', list: '' });
      return erased.ok && (erased.again ? 'again' : 'erased');
    };
    return { table: 'User', id, call, outcomes: { erased: 1, again: 11 } };
  },
  async eraseLead() {
    const id = newId('lead');
    const lead = { id, kind: 'contact', name: 'Lee', email: 'lee@example.com', states: [] };
    await other.prisma.lead.create({ data: lead });
    const call = () => eraseLead(small, { leadId: id, operator: 'robin', list: '' });
    return { table: null, id, call, outcomes: { true: 1, false: 11 } };
  },
};

test.each(Object.entries(scenarios))(
  '%s takes effect only as often as allowed even if there are more concurrent calls than connections, and calls that wait for the same row share one connection',
  async (_, prepare) => {
    const { table, id, call, outcomes } = await prepare();
    const release = table === null ? null : await holdRow(table, id);
    const calls = tally(call);
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
    ['a query on the pool', () => small.pool.query('SELECT 1')],
    ['a connection from the pool', () => small.pool.connect()],
    ['a Prisma query', () => small.prisma.case.count()],
    ['a store function', () => getLead(small, 'lead_1')],
    ['another transaction', () => makeEndpoint(small, 'org_1')],
    ['reading the bytes of a document', () => blobs.open('case_1', 'doc_1')],
  ])('%s fails at once', async (_, work) => {
    await expect(inside(async () => work())).rejects.toThrow(message);
  });

  test("the transaction's own handle and other stores can be queried, and the store works again afterwards", async () => {
    const counted = await inTransaction(small, 'createLead', null, async (transaction) => [
      await transaction.case.count({ where: { id: 'none' } }),
      await other.prisma.case.count({ where: { id: 'none' } }),
    ]);
    expect(counted).toEqual([0, 0]);
    await expect(small.prisma.case.count({ where: { id: 'none' } })).resolves.toBe(0);
  });
});

/** Makes twelve concurrent calls. Returns how often each outcome occurs. */
async function tally(call: () => Promise<unknown>): Promise<Record<string, number>> {
  const outcomes = await Promise.all(
    Array.from({ length: AT_ONCE }, () => call().catch((error: unknown) => `failed: ${String(error)}`)),
  );
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
  return counts;
}

/** Locks a row. Returns a function that releases it. */
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

async function makeOrganization(): Promise<string> {
  const id = newId('organization');
  await other.prisma.organization.create({ data: { id, name: 'Sandbox Holdings' } });
  return id;
}

async function makeUser(): Promise<{ id: string; organizationId: string; email: string }> {
  const [id, organizationId, email] = [newId('user'), await makeOrganization(), `${randomUUID()}@example.com`];
  const user = { id, email, emailKey: email, role: 'owner', organizationId, passwordHash: old };
  await other.prisma.user.create({ data: user });
  return { id, organizationId, email };
}

async function makeSession(userId: string): Promise<string> {
  const id = newId('session');
  await other.prisma.session.create({ data: { id, hash: randomBytes(32), userId } });
  return id;
}

async function makeDraft(): Promise<{ id: string; organizationId: string }> {
  const [id, organizationId] = [newId('case'), await makeOrganization()];
  const nobody = { by: 'customer', description: '' } as const;
  await createDraft(other, scopeOf(organizationId), { id, facts: marylandFacts(), nextAction: nobody });
  return { id, organizationId };
}

async function makeFinished(): Promise<string> {
  const { id } = await makeDraft();
  await decideOn(other, id, { kind: 'withdraw' });
  return id;
}

/** Creates an endpoint and returns its id, or an empty string if the maximum is reached. */
async function makeEndpoint(at: TestStore, organizationId: string, max = 1): Promise<string> {
  const id = newId('webhookEndpoint');
  const endpoint = { id, url: 'https://hook.example', seal: () => randomBytes(8), max };
  return (await createWebhookEndpoint(at, scopeOf(organizationId), endpoint))?.id ?? '';
}
