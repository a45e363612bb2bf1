import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@evict/store/bytes';
import { applyErasureList, eraseCase } from '@evict/store/erasure';
import { reconcileOnce } from '@evict/case-worker/reconcile/round';
import { registerNamespace } from '@evict/temporal/setup';
import { knownWait, startStack } from '@evict/testkit';
import { Connection } from '@temporalio/client';
import { afterAll, expect, inject, test } from 'vitest';
import { restoreElsewhere } from '../support/backup.ts';
import { copyOut } from '../support/copied-tables.ts';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { command, operate } from '../support/operate.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

// A deployment is backed up, continues, and is lost. Its database is restored on another server, and Temporal without its
// data. Then Temporal's data is restored too, older than the database. The tests are in that order.

const listFile = join(await mkdtemp(join(tmpdir(), 'erasures-')), 'list');
const lost = await startService({ liveMode: true });
const account = await lost.signUp();
const world = liveWorld(lost);
const avery = await world.attorney();

/** A unique name that is in the backup and must not be in the restored database. */
const erasedName = `Zyx${randomUUID().replaceAll('-', '')}`;
const owned = (name: string) => buildFacts({ freeText: name });

const sandbox = await account.submitted(buildFacts(), [{ bytes: pdf('Lease') }]);
await account.advanceBy(sandbox.id, 2);
const draft = await account.create(buildFacts());
const [before, after] = [await account.create(owned('gone')), await account.create(owned(erasedName))];
for (const { id } of [before, after]) await account.withdraw(id);
const live = await inLiveMode(lost, account).submitted(marylandFacts());
await reaches(inLiveMode(lost, account), live.id, 'notice_review');
await erase(before.id);
const shown = await read(account);

const backup = await copyOut(lost.stack.store.pool.options.connectionString ?? '');

await erase(after.id);
await account.advance(sandbox.id);
const unsaved = await account.create(buildFacts());
await lost.stack.stopWorker();

const [databaseUrl, databaseBehind] = [
  await restoreElsewhere(backup, afterAll),
  await restoreElsewhere(backup, afterAll),
];
const temporalNamespace = `${inject('servers').temporalNamespace}-restored`;
const connection = await Connection.connect({ address: inject('servers').temporalAddress });
await registerNamespace(connection, temporalNamespace);
await connection.close();
const restored = await startService({ liveMode: true, databaseUrl, temporalNamespace });
const { store, blobs, client } = restored.stack;
const again = (customer: Pick<Customer, 'credential'>) => restored.actingAs(customer.credential);
const attorney = { credential: avery.credential };

test('a backup is a consistent snapshot of the database', async () => {
  await applyErasureList(store, blobs, listFile);
  expect(await read(again(account))).toEqual(shown);
  await expectRefusal(again(account).send('GET', `/v1/cases/${unsaved.id}`), 404, 'not_found');
});

test('erased cases stay erased: before the backup, and after it by the list', async () => {
  for (const { id } of [before, after]) {
    await expectRefusal(again(account).send('GET', `/v1/cases/${id}`), 409, 'erased');
  }
  const { rows } = await store.pool.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM "Case" c WHERE c::text LIKE '%' || $1 || '%') AS found`,
    [erasedName],
  );
  expect(rows).toEqual([{ found: false }]);
  expect(await applyErasureList(store, blobs, listFile)).toMatchObject({ erased: [], already: 2 });
});

test('every open case gets a workflow, which learns everything from its row, once', async () => {
  const { processes } = restored.stack;
  const round = () => reconcileOnce({ store, processes }, { settledMs: 0 });
  expect(await round()).toMatchObject({ compared: 2, started: 2 });
  expect(await round()).toMatchObject({ compared: 2, started: 0 });
  const { state } = await store.prisma.case.findUniqueOrThrow({ where: { id: sandbox.id } });
  await expect.poll(() => knownWait(client, sandbox.id)).toMatchObject({ state });
});

test('a sandbox case continues to its end, with its earlier uploads', async () => {
  const customer = again(account);
  const { documents } = await customer.read(sandbox.id);
  expect(documents.length).toBeGreaterThan(1);
  for (const { id, contentHash } of documents) {
    expect(sha256Hex((await customer.download(sandbox.id, id)).bytes)).toBe(contentHash);
  }
  const closed = await customer.advanceBy(sandbox.id, 9);
  expect(closed.state).toBe('closed');
  const { rows } = await store.pool.query<{ sequence: number }>(
    'SELECT sequence FROM "CaseEvent" WHERE "caseId" = $1 AND sequence IS NOT NULL ORDER BY sequence',
    [sandbox.id],
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
});

test('a draft of the backup is submitted, and the sandbox court assigns no number twice', async () => {
  const customer = again(account);
  expect((await customer.submit(draft.id)).case.state).toBe('notice_review');
  const closed = await customer.advanceBy(draft.id, 11);
  expect(closed.state).toBe('closed');
  expect(closed.courtCaseNumber).not.toBe((await customer.read(sandbox.id)).courtCaseNumber);
});

test('a live case continues where its attorney had it', async () => {
  const path = `/v1/attorney/cases/${live.id}`;
  const { body } = await restored.send('GET', path, attorney);
  const documentHashes = body.documents.map(({ contentHash }: { contentHash: string }) => contentHash);
  const review = { decision: 'approve', notes: 'As discussed.', documentHashes };
  expect(await restored.send('POST', `${path}/reviews`, { ...attorney, body: review })).toMatchObject({ status: 200 });
  await reaches(inLiveMode(restored, { session: again(account.session) }), live.id, 'notice_approved');
});

test('a workflow of a Temporal older than the database goes on from what it has missed', async () => {
  const older = await startStack({ databaseUrl, taskQueue: lost.stack.taskQueue });
  try {
    expect((await knownWait(older.client, live.id))?.state).toBe('notice_review');
    const ref = { caseId: live.id, organizationId: account.organizationId, mode: 'live' } as const;
    expect(await operate(older, ref, { kind: 'hold' })).toEqual({ ok: true });
    const events = await store.prisma.caseEvent.findMany({ where: { caseId: live.id, sequence: { not: null } } });
    expect(events.filter(({ action }) => action === 'approve_notice')).toHaveLength(1);
    expect(events.find(({ action }) => action === 'hold')).toMatchObject({ fromState: 'notice_approved' });
    expect((await knownWait(older.client, live.id))?.state).toBe('on_hold');
  } finally {
    await older.stop();
  }
});

test('a workflow of a Temporal newer than the database goes on from the database', async () => {
  const newer = await startStack({ databaseUrl: databaseBehind, taskQueue: lost.stack.taskQueue });
  try {
    const rowOf = () => newer.store.prisma.case.findUniqueOrThrow({ where: { id: sandbox.id } });
    const row = await rowOf();
    expect((await knownWait(newer.client, sandbox.id))?.state).toBe('filing_review');
    expect(row.state).toBe('cure_period');
    const ref = { caseId: sandbox.id, organizationId: account.organizationId, mode: 'test' } as const;
    // The live case too, which was put on hold since.
    const told = () => reconcileOnce(newer, { settledMs: 0 });
    await expect.poll(told).toMatchObject({ compared: 2, started: 0, told: 2 });
    await expect.poll(async () => (await knownWait(newer.client, sandbox.id))?.state).toBe('cure_period');
    expect(await rowOf()).toEqual(row);
    expect(await command(newer, ref, { kind: 'advance', sequence: row.sequence })).toEqual({ ok: true });
    expect((await rowOf()).state).toBe('filing_review');
  } finally {
    await newer.stop();
  }
});

function erase(caseId: string) {
  const { store: lostStore, blobs: lostBlobs } = lost.stack;
  return eraseCase(lostStore, { caseId, operator: 'robin', list: listFile, blobs: lostBlobs });
}

/** What a customer can see of everything that was there at the backup. */
async function read(customer: Customer) {
  const seen = [];
  for (const { id } of [sandbox, draft]) seen.push(await customer.read(id), await customer.events(id));
  return seen;
}
