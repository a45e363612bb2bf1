import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  acceptInvitation,
  changePassword,
  createApiKey,
  createInvitationLink,
  createPasswordReset,
  inviteMember,
  resetPassword,
} from '@evict/store/accounts';
import { setAttorneyLicenses } from '@evict/store/attorneys';
import { createPostgresBlobStore } from '@evict/store/bytes';
import { addEvidence, createDraft, setReference, updateDraftFacts } from '@evict/store/cases';
import { createNote } from '@evict/store/notes';
import {
  getCharge,
  recordCheckout,
  recordPayment,
  recordRefund,
  requestRefund,
  voidCharge,
} from '@evict/store/charges';
import { type TransactionName } from '@evict/store/database';
import { applyErasureList, eraseAccount, eraseCase, eraseLead, setLegalHold } from '@evict/store/erasure';
import { newId } from '@evict/store/ids';
import { createLead, getLead } from '@evict/store/leads';
import { recordMailFailureOutOfBand } from '@evict/store/mails';
import { deleteSandboxShell } from '@evict/store/retention';
import { inTransaction, openTestStore, type TestStore } from '@evict/store/testing';
import { createWebhookEndpoint, deleteWebhookEndpoint, disableDeadEndpoint, restEndpoint } from '@evict/store/webhooks';
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
  /** The outcomes of the calls on one row and their numbers. On a row each, all have the first of them. */
  together: Record<string, number>;
}

/** Checks a row against the row that its scenario makes. */
function scenario<R extends Row>(given: Scenario<R>): Scenario {
  return given as unknown as Scenario;
}

const scenarios: Record<TransactionName, Scenario> = {
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
    together: { added: 8, storage_full: 4 },
  }),
  updateDraftFacts: scenario({
    table: 'Case',
    make: makeDraft,
    call: async ({ id, organizationId }) =>
      (await updateDraftFacts(small, scopeOf(organizationId), id, () => marylandFacts())) && 'edited',
    together: { edited: 12 },
  }),
  setReference: scenario({
    table: 'Case',
    make: makeDraft,
    call: ({ id, organizationId }) => setReference(small, scopeOf(organizationId), id, 'Unit 4'),
    together: { set: 12 },
  }),
  createNote: scenario({
    table: 'Case',
    make: makeDraft,
    call: async ({ id }) =>
      (await createNote(small, {
        caseId: id,
        body: 'Hello',
        writtenBy: 'customer',
        operatorsAddress: 'ops@example.com',
      })) && 'kept',
    together: { kept: 12 },
  }),
  recordMailFailureOutOfBand: scenario({
    table: 'Case',
    make: makeDraft,
    async call({ id: caseId }) {
      await recordMailFailureOutOfBand(small, { id: `${caseId}-1`, caseId, attempt: 5, errorClass: 'Error' });
      return other.prisma.caseEvent.count({ where: { caseId } });
    },
    together: { 1: 12 },
  }),
  setLegalHold: scenario({
    table: 'Case',
    make: makeDraft,
    call: async ({ id }) => (await setLegalHold(small, { caseId: id, on: true, operator: 'robin' })).ok,
    together: { true: 12 },
  }),
  eraseCase: scenario({
    table: 'Case',
    make: makeFinished,
    async call({ id }) {
      const erased = await eraseCase(small, { caseId: id, operator: 'robin', list: '', blobs });
      return erased.ok && (erased.again ? 'again' : 'erased');
    },
    together: { erased: 1, again: 11 },
  }),
  applyErasureList: scenario({
    table: 'Case',
    async make() {
      const row = await makeFinished();
      return { ...row, list: await listErasure(row.id) };
    },
    async call({ list }) {
      const { erased, already } = await applyErasureList(small, blobs, list);
      return `${erased.length} ${already}`;
    },
    together: { '1 0': 1, '0 1': 11 },
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
    together: { true: 1, false: 11 },
  }),
  recordCheckout: scenario({
    table: 'Charge',
    make: makeCharge,
    call: ({ id }) =>
      recordCheckout(small, id, { id: randomUUID(), url: 'https://pay.example', expiresAt: new Date() }),
    together: { due: 12 },
  }),
  recordPayment: scenario({
    table: 'Charge',
    make: makeCheckout,
    async call({ id: chargeId, checkoutId }) {
      await recordPayment(small, { chargeId, checkoutId, paymentId: randomUUID() });
      return stateOf(chargeId);
    },
    together: { paid: 12 },
  }),
  recordRefund: scenario({
    table: 'Charge',
    make: makePaid,
    async call({ id: chargeId, checkoutId, paymentId }) {
      await recordRefund(small, { chargeId, checkoutId, paymentId });
      return stateOf(chargeId);
    },
    together: { refunded: 12 },
  }),
  voidCharge: scenario({
    table: 'Charge',
    make: makeCharge,
    call: async ({ id }) => (await voidCharge(small, id)).ok,
    together: { true: 1, false: 11 },
  }),
  requestRefund: scenario({
    table: 'Charge',
    make: makePaid,
    call: async ({ id }) => (await requestRefund(small, id)).ok,
    together: { true: 12 },
  }),
  createApiKey: scenario({
    table: 'Organization',
    make: makeOrganization,
    async call({ id }) {
      const key = { hash: randomBytes(32), lastFour: 'abcd', maxActive: 10 };
      return (await createApiKey(small, scopeOf(id), key)) ? 'kept' : 'limit';
    },
    together: { kept: 10, limit: 2 },
  }),
  changeMembers: scenario({
    table: 'Organization',
    async make() {
      const { id: userId, organizationId } = await makeUser();
      const session = { id: newId('session'), hash: randomBytes(32), userId };
      return {
        id: organizationId,
        organizationId,
        sessionId: (await other.prisma.session.create({ data: session })).id,
      };
    },
    async call(actor) {
      const invited = { id: newId('user'), email: `${randomUUID()}@example.com`, name: null, role: 'member' } as const;
      const outcome = await inviteMember(small, actor, invited, 9);
      return 'refusal' in outcome ? outcome.refusal : 'invited';
    },
    together: { invited: 8, too_many_members: 4 },
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
    together: { accepted: 1, invalid: 11 },
  }),
  createWebhookEndpoint: scenario({
    table: 'Organization',
    make: makeOrganization,
    call: async ({ id }) => ((await makeEndpoint(small, id, 10)) ? 'kept' : 'limit'),
    together: { kept: 10, limit: 2 },
  }),
  deleteWebhookEndpoint: scenario({
    table: 'WebhookEndpoint',
    async make() {
      const { id: organizationId } = await makeOrganization();
      return { id: (await makeEndpoint(other, organizationId, 1)) ?? '', organizationId };
    },
    call: async ({ id, organizationId }) =>
      (await deleteWebhookEndpoint(small, scopeOf(organizationId), id)) ? 'deleted' : 'none',
    together: { deleted: 1, none: 11 },
  }),
  disableDeadEndpoint: scenario({
    table: 'WebhookEndpoint',
    async make() {
      const { id: organizationId } = await makeOrganization();
      const id = (await makeEndpoint(other, organizationId, 1)) ?? '';
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
    together: { disabled: 1, none: 11 },
  }),
  restEndpoint: scenario({
    table: 'WebhookEndpoint',
    async make() {
      const { id: organizationId } = await makeOrganization();
      return { id: (await makeEndpoint(other, organizationId, 1)) ?? '', organizationId };
    },
    call: async ({ id }) => ((await restEndpoint(small, id, 1000)) === null ? 'rests' : 'goes on'),
    together: { rests: 12 },
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
    together: { true: 1, false: 11 },
  }),
  changePassword: scenario({
    table: 'User',
    async make() {
      const user = await makeUser();
      await other.prisma.user.update({ where: { id: user.id }, data: { passwordHash: 'old' } });
      const session = { id: newId('session'), hash: randomBytes(32), userId: user.id };
      return { ...user, sessionId: (await other.prisma.session.create({ data: session })).id };
    },
    call: ({ id, sessionId }) =>
      changePassword(small, { id, sessionId, provenHash: 'old' }, { passwordHash: randomUUID(), name: undefined }),
    together: { true: 1, false: 11 },
  }),
  setAttorneyLicenses: scenario({
    table: 'User',
    async make() {
      const user = await makeUser();
      await other.prisma.user.update({ where: { id: user.id }, data: { role: 'attorney' } });
      return user;
    },
    call: ({ id }) => setAttorneyLicenses(small, id, ['MD', 'VA'], { VA: randomUUID() }),
    together: { true: 12 },
  }),
  eraseAccount: scenario({
    table: 'User',
    make: makeUser,
    async call({ id }) {
      const erased = await eraseAccount(small, { userId: id, operator: 'robin', list: '' });
      return erased.ok && (erased.again ? 'again' : 'erased');
    },
    together: { erased: 1, again: 11 },
  }),
  eraseLead: scenario({
    table: null,
    async make() {
      const lead = { id: newId('lead'), kind: 'contact', name: 'Lee', email: 'lee@example.com', states: [] };
      const { id } = await other.prisma.lead.create({ data: lead });
      return { id, organizationId: '' };
    },
    call: ({ id }) => eraseLead(small, { leadId: id, operator: 'robin', list: '' }),
    together: { true: 1, false: 11 },
  }),
  createLead: scenario({
    table: null,
    make: makeOrganization,
    async call() {
      const lead = { kind: 'contact', name: 'Lee', email: 'lee@example.com', states: [] };
      const rest = { company: null, role: null, barNumber: null, message: null };
      return (await createLead(small, { ...lead, ...rest }, 'ops@example.com')) && 'kept';
    },
    together: { kept: 12 },
  }),
};

const rows = Object.entries(scenarios);

describe('more concurrent transactions than connections, none of which waits for another connection', () => {
  test.each(rows)('%s of one row', async (_, { make, call, together }) => {
    const row = await make();
    expect(await tally(() => call(row))).toEqual(together);
  });

  test.each(rows)('%s of a row each', async (_, { make, call, together }) => {
    const made: Row[] = [];
    for (let count = 0; count < AT_ONCE; count += 1) made.push(await make());
    expect(await tally((index) => call(made[index] ?? { id: '', organizationId: '' }))).toEqual({
      [Object.keys(together)[0] ?? '']: AT_ONCE,
    });
  });
});

/** An endpoint that is held is left for a moment later: its worker does not wait. */
const waits = ([name, { table }]: (typeof rows)[number]) => table !== null && name !== 'restEndpoint';

test.each(rows.filter(waits))(
  '%s: those that wait for one locked row hold one connection, and others are served meanwhile',
  async (_, { table, make, call, together }) => {
    const row = await make();
    const holder = await other.pool.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM "${table}" WHERE id = $1 FOR UPDATE`, [row.id]);
    const waiting = tally(() => call(row));
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), { timeout: 60_000 });
    for (let read = 0; read < 20; read += 1) await small.pool.query('SELECT 1');
    expect(await waitingForLocks()).toBe(1);
    await holder.query('COMMIT');
    holder.release();
    expect(await waiting).toEqual(together);
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
async function tally(call: (index: number) => Promise<unknown>): Promise<Record<string, number>> {
  const outcomes = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => call(index).catch((error: unknown) => `failed: ${String(error)}`)),
  );
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
  return counts;
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

async function makeCheckout() {
  const row = await makeCharge();
  const checkoutId = randomUUID();
  const page = { id: checkoutId, url: 'https://pay.example', expiresAt: new Date() };
  await recordCheckout(other, row.id, page);
  return { ...row, checkoutId };
}

async function makePaid() {
  const row = await makeCheckout();
  const paymentId = randomUUID();
  await recordPayment(other, { chargeId: row.id, checkoutId: row.checkoutId, paymentId });
  return { ...row, paymentId };
}

async function stateOf(chargeId: string): Promise<string> {
  return (await getCharge(other, chargeId)).state;
}

async function makeEndpoint(at: TestStore, organizationId: string, max: number): Promise<string | undefined> {
  const endpoint = {
    id: newId('webhookEndpoint'),
    url: 'https://hook.example',
    seal: () => randomBytes(8),
    max,
  };
  return (await createWebhookEndpoint(at, scopeOf(organizationId), endpoint))?.id;
}

async function listErasure(caseId: string): Promise<string> {
  const list = await mkdtemp(join(tmpdir(), 'erasures-'));
  const { state, sequence } = await other.prisma.case.findUniqueOrThrow({ where: { id: caseId } });
  const erasure = { caseId, operator: 'robin', basis: 'owner_request', erasedAt: new Date(), state, sequence };
  await writeFile(join(list, `${caseId}.json`), JSON.stringify(erasure));
  return list;
}
