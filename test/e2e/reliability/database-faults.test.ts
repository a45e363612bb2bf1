import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres, Supervisor } from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { isDatabaseUnavailable } from '@evict/store/database';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFreezer } from '../../rehearsal/chaos/faults/freezer.ts';
import { startProxy, type Way } from '../../rehearsal/support/lossy-proxy.ts';
import { send } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { startService } from '../support/service.ts';

/** What is promised, and some more for a machine that does other things as well. */
const maxResponseMs = 10_000 + 5000;

/** A database of its own behind a proxy of its own. */
async function behindProxy() {
  const direct = await cloneDatabase();
  const url = new URL(direct);
  const proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  return { direct, url: url.href, proxy };
}

describe('the service, behind a network that loses bytes,', async () => {
  const { proxy, url } = await behindProxy();
  const service = await startService({ databaseUrl: url });
  afterAll(() => proxy.mend());
  const { pool, prisma } = service.stack.store;

  test.each<Way>(['to the server', 'to the client', 'both ways'])(
    'responds within 10 s while those %s are lost, and what is sent again with its key takes effect once',
    async (way) => {
      // Connections that have fallen silent may not all have been noticed.
      const customer = await vi.waitFor(() => service.signUp(), { timeout: 60_000, interval: 500 });
      const drafts = await Promise.all(Array.from({ length: 8 }, () => customer.create(buildFacts())));
      const submits = drafts.map(({ id }) => ({ path: `/v1/cases/${id}/submit`, key: randomUUID() }));
      const creates = Array.from({ length: 20 }, () => ({ path: '/v1/cases', key: randomUUID(), body: buildFacts() }));
      const all = [...submits, ...creates];
      const sendAll = () =>
        Promise.all(
          all.map(async ({ path, key, ...sent }) => {
            const begun = performance.now();
            const headers = { 'idempotency-key': key };
            const { credential } = customer;
            const { status, body } = await send(service.stack.baseUrl, 'POST', path, { ...sent, credential, headers });
            return { status, body, ms: performance.now() - begun };
          }),
        );
      const sent = sendAll();
      proxy.swallow(way);
      const responses = await sent.finally(() => proxy.mend());
      expect(responses.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
      expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(maxResponseMs);

      const expected = [...submits.map(() => 200), ...creates.map(() => 201)];
      await vi.waitFor(async () => expect((await sendAll()).map(({ status }) => status)).toEqual(expected), {
        timeout: 60_000,
        interval: 500,
      });
      const { organizationId } = customer;
      const kept = await prisma.case.groupBy({ by: ['state'], where: { organizationId }, _count: true });
      expect(Object.fromEntries(kept.map(({ state, _count }) => [state, _count]))).toEqual({
        notice_review: 8,
        draft: 20,
      });
    },
  );

  test('whose disk is full answers 503 busy to what writes and leaves nothing half done; with room again the same requests are done once', async () => {
    const customer = await vi.waitFor(() => service.signUp(), { timeout: 60_000, interval: 500 });
    const { id } = await customer.create(buildFacts());
    // A submit whose outcome is unknown may take effect at any time: a case of its own.
    const { id: submittedId } = await customer.create(buildFacts());
    const requests = [
      { path: '/v1/cases', status: 201, body: buildFacts() },
      {
        path: `/v1/cases/${id}/documents`,
        status: 201,
        body: { filename: 'a.pdf', purpose: 'other', contentBase64: 'AAAA' },
      },
      { path: `/v1/cases/${submittedId}/submit`, status: 200 },
    ].map((request) => ({ ...request, key: randomUUID() }));
    const sendOne = ({ path, key, body }: (typeof requests)[number]) => {
      const headers = { 'idempotency-key': key };
      return send(service.stack.baseUrl, 'POST', path, { credential: customer.credential, headers, body });
    };
    const tables = ['Case', 'Document', 'CaseEvent'];
    const written = async () => {
      const { rows } = await pool.query(
        `SELECT (SELECT count(*)::int FROM "Case") AS cases, (SELECT count(*)::int FROM "Document") AS documents,
        (SELECT count(*)::int FROM "CaseEvent") AS events, (SELECT state FROM "Case" WHERE id = $1) AS state`,
        [submittedId],
      );
      return rows[0] as unknown;
    };

    const untouched = await written();
    // The error that PostgreSQL has for a file that it cannot extend.
    await pool.query(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`);
    for (const table of tables) {
      await pool.query(`CREATE TRIGGER disk_full BEFORE INSERT ON "${table}" EXECUTE FUNCTION disk_full()`);
    }
    for (const request of requests) {
      const { status, body, headers } = await sendOne(request);
      expect([request.path, status, body?.error?.code]).toEqual([request.path, 503, 'busy']);
      expect(headers.get('retry-after')).toBe('5');
    }
    expect(await written()).toEqual(untouched);

    for (const table of tables) await pool.query(`DROP TRIGGER disk_full ON "${table}"`);
    for (const request of requests) {
      await vi.waitFor(async () => expect((await sendOne(request)).status).toBe(request.status), {
        timeout: 120_000,
        interval: 500,
      });
    }
    expect(await prisma.case.count({ where: { organizationId: customer.organizationId } })).toBe(3);
    expect(await prisma.document.count({ where: { caseId: id, kind: 'evidence' } })).toBe(1);
    expect(await prisma.caseEvent.count({ where: { caseId: submittedId, action: 'submit' } })).toBe(1);
  });
});

test('a connection that was idle for long is closed too when the server falls silent', async () => {
  const { proxy, url } = await behindProxy();
  const store = openTestStore(url, 1);
  onTestFinished(async () => {
    proxy.mend();
    await store.close();
  });
  const client = await store.pool.connect();
  // Instead of waiting: so many seconds without traffic have passed.
  (client as unknown as { connection: { stream: NodeJS.EventEmitter } }).connection.stream.emit('timeout');
  client.release();
  await store.pool.query('SELECT 1');
  proxy.swallow('both ways');
  const error: unknown = await store.pool.query('SELECT 1').catch((failure: unknown) => failure);
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test('a pool refuses at once who would be the thousand and first to wait', async () => {
  const store = openTestStore(await cloneDatabase(), 1);
  const holder = await store.pool.connect();
  const waiting = Array.from({ length: 1000 }, () => store.pool.query('SELECT 1'));
  await expect(store.pool.query('SELECT 1')).rejects.toThrow('too many wait for a connection');
  await expect(store.prisma.case.count()).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(store.pool.connect()).rejects.toThrow('too many wait for a connection');
  holder.release();
  await expect(Promise.all(waiting)).resolves.toHaveLength(1000);
  await store.close();
});

test('a pool lets go of every connection to a server that has become read-only', async () => {
  const url = await cloneDatabase();
  const store = openTestStore(url, 3);
  const operator = openTestStore(url, 1);
  const database = new URL(url).pathname.slice(1);
  await operator.pool.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  await Promise.all([1, 2, 3].map(() => store.pool.query('SELECT pg_sleep(0.05)')));
  expect(store.pool.totalCount).toBe(3);
  const write = () => store.prisma.organization.create({ data: { id: `org_${randomUUID()}`, name: 'x' } });
  await expect(write()).rejects.toSatisfy(isDatabaseUnavailable);
  await expect.poll(() => store.pool.totalCount).toBe(0);
  await operator.pool.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);
  await write();
  await Promise.all([store.close(), operator.close()]);
});

// Each in a database of its own: they do little but wait.
describe.concurrent('a store:', () => {
  test('a frozen server delays nobody for longer than 10 s; when it resumes, so does the service', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'frozen-'));
    const pids = new Map<string, number>();
    const supervisor = new Supervisor({ onSpawn: (name, pid) => void pids.set(name, pid) });
    const freezer = createFreezer();
    try {
      const postgres = await startPostgres(supervisor, { dir, port: await freePort(), durable: false });
      await migrate(postgres.url('postgres'));
      const store = openTestStore(postgres.url('postgres'), 4);
      await store.prisma.case.count();
      freezer.freeze(pids.get('PostgreSQL') ?? 0);
      // More than the pool has, so that some wait for a connection.
      const reads = Array.from({ length: 40 }, async () => {
        const begun = performance.now();
        const error: unknown = await store.prisma.case.count().catch((failure: unknown) => failure);
        return { isAway: isDatabaseUnavailable(error), ms: performance.now() - begun };
      });
      const outcomes = await Promise.all(reads);
      expect(outcomes.filter(({ isAway }) => !isAway)).toEqual([]);
      expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(maxResponseMs);
      expect(store.pool.waitingCount).toBe(0);
      freezer.thaw();
      await vi.waitFor(() => store.prisma.case.count(), { timeout: 60_000 });
      await store.close();
    } finally {
      freezer.thaw();
      await supervisor.stop();
      await rm(dir, { recursive: true, force: true });
    }
  });

  test('a pool ends a long statement, a wait for a lock, and an idle transaction', async () => {
    const url = await cloneDatabase();
    const [store, other] = [openTestStore(url, 2), openTestStore(url, 2)];
    await expect(store.pool.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
    const left = await other.pool.connect();
    await left.query('BEGIN');
    await left.query('LOCK TABLE "Lead"');
    await expect(store.prisma.lead.count()).rejects.toSatisfy(isDatabaseUnavailable);
    await vi.waitFor(() => store.prisma.lead.count(), { timeout: 60_000 });
    left.release(true);
    await Promise.all([store.close(), other.close()]);
  });

  test('a pool of a client that vanished without a word: its locks end within 30 s', async () => {
    const { proxy, url, direct } = await behindProxy();
    const [vanished, store] = [openTestStore(url, 1), openTestStore(direct, 1)];
    const locking = await vanished.pool.connect();
    await locking.query('BEGIN');
    await locking.query('LOCK TABLE "Lead"');
    proxy.swallow('both ways');
    const begun = performance.now();
    locking.release(true);
    await vi.waitFor(() => store.prisma.lead.count(), { timeout: 60_000 });
    expect(performance.now() - begun).toBeLessThan(30_000);
    proxy.mend();
    await Promise.all([vanished.close(), store.close()]);
  });
});
