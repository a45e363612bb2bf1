import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres, Supervisor } from '@evict/local';
import { isDatabaseUnavailable } from '@evict/store/database';
import { inTransaction, openTestStore, serviceTimeouts, type TestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startProxy, type Way } from '../../rehearsal/support/lossy-proxy.ts';
import { send } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { startService } from '../support/service.ts';

/** The promised limit in milliseconds, plus a margin for a machine that is busy with other work. */
const maxResponseMs = 10_000 + 5000;

/** Creates a database behind its own proxy. */
async function behindProxy() {
  const direct = await cloneDatabase();
  const url = new URL(direct);
  const proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  return { direct, url: url.href, proxy };
}

describe('the service', async () => {
  const { proxy, url } = await behindProxy();
  const service = await startService({ databaseUrl: url });
  afterAll(() => proxy.mend());
  const { pool, prisma } = service.stack.store;
  const customer = await service.signUp();

  /** Sends the requests concurrently, each with its own key. */
  function sendAll(requests: readonly { path: string; key: string; body?: object }[]) {
    return Promise.all(
      requests.map(async ({ path, key, ...sent }) => {
        const begun = performance.now();
        const headers = { 'idempotency-key': key };
        const { credential } = customer;
        const {
          status,
          body,
          headers: received,
        } = await send(service.stack.baseUrl, 'POST', path, {
          ...sent,
          credential,
          headers,
        });
        return { path, status, code: body?.error?.code, headers: received, ms: performance.now() - begun };
      }),
    );
  }

  test("responds within 10 s while the database's responses are lost, and a retry with the same key takes effect once", async () => {
    const drafts = await Promise.all(Array.from({ length: 8 }, () => customer.create(buildFacts())));
    const requests = [
      ...drafts.map(({ id }) => ({ path: `/v1/cases/${id}/submit`, key: randomUUID() })),
      ...drafts.map(() => ({ path: '/v1/cases', key: randomUUID(), body: buildFacts() })),
    ];
    const sent = sendAll(requests);
    proxy.swallow('to the client');
    const responses = await sent.finally(() => proxy.mend());
    expect(responses.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(maxResponseMs);
    // The service may not have noticed yet that some connections have fallen silent.
    const statuses = async () => new Set((await sendAll(requests)).map(({ status }) => status));
    await expect.poll(statuses).toEqual(new Set([200, 201]));
    const kept = await prisma.case.groupBy({ by: ['state'], _count: true });
    expect(Object.fromEntries(kept.map(({ state, _count }) => [state, _count]))).toEqual({
      notice_review: 8,
      draft: 8,
    });
  });

  test("returns 503 busy for writes while the database's disk is full, without partial effects, and accepts the same requests later", async () => {
    // A submit whose outcome is unknown may take effect at any time, so it has its own case.
    const [{ id }, { id: submittedId }] = [await customer.create(buildFacts()), await customer.create(buildFacts())];
    const upload = { filename: 'a.pdf', purpose: 'other', contentBase64: 'AAAA' };
    const requests = [
      { path: '/v1/cases', key: randomUUID(), body: buildFacts() },
      { path: `/v1/cases/${id}/documents`, key: randomUUID(), body: upload },
      { path: `/v1/cases/${submittedId}/submit`, key: randomUUID() },
    ];
    const written = async () => ({
      cases: await prisma.case.count(),
      evidence: await prisma.document.count({ where: { caseId: id, kind: 'evidence' } }),
      submits: await prisma.caseEvent.count({ where: { caseId: submittedId, action: 'submit' } }),
    });
    const before = await written();
    // This is the error that PostgreSQL reports for a file that it can't extend.
    await pool.query(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`);
    const tables = ['Case', 'Document', 'CaseEvent'];
    for (const table of tables) {
      await pool.query(`CREATE TRIGGER disk_full BEFORE INSERT ON "${table}" EXECUTE FUNCTION disk_full()`);
    }
    for (const { path, status, code, headers } of await sendAll(requests)) {
      expect([path, status, code, headers.get('retry-after')]).toEqual([path, 503, 'busy', '5']);
    }
    expect(await written()).toEqual(before);

    for (const table of tables) await pool.query(`DROP TRIGGER disk_full ON "${table}"`);
    const statuses = async () => (await sendAll(requests)).map(({ status }) => status);
    await expect.poll(statuses, { timeout: 120_000, interval: 500 }).toEqual([201, 201, 200]);
    expect(await written()).toEqual({ cases: before.cases + 1, evidence: 1, submits: 1 });
  });
});

/** Timeouts shorter than those of a service, so the tests don't wait long. */
const timeouts = {
  connectMs: 2000,
  waitMs: 2500,
  silenceMs: 1500,
  statementMs: 500,
  lockMs: 300,
  idleInTransactionMs: 3000,
};

test('no database timeout of a service exceeds the 10 s limit for a response', () => {
  expect(Object.keys(serviceTimeouts)).toEqual(Object.keys(timeouts));
  expect(Math.max(...Object.values(serviceTimeouts))).toBeLessThanOrEqual(10_000);
});

describe('the connection pool', () => {
  test.each<Way>(['to the server', 'to the client', 'both ways'])(
    "doesn't delay callers beyond its timeouts while bytes %s are lost, and recovers afterwards",
    async (way) => {
      const { proxy, url } = await behindProxy();
      const store = openTestStore(url, 4, timeouts);
      await store.prisma.case.count();
      proxy.swallow(way);
      // There are more calls than connections in the pool, so some wait for one.
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const begun = performance.now();
          const error: unknown = await store.prisma.case.count().catch((failure: unknown) => failure);
          return { isAway: isDatabaseUnavailable(error), ms: performance.now() - begun };
        }),
      );
      expect(outcomes.filter(({ isAway }) => !isAway)).toEqual([]);
      expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(maxResponseMs);
      expect(store.pool.waitingCount).toBe(0);
      proxy.mend();
      await vi.waitFor(() => store.prisma.case.count(), { timeout: 60_000 });
      await store.close();
    },
  );

  test('ends a transaction and its connection if the server falls silent', async () => {
    const { proxy, url } = await behindProxy();
    const store = openTestStore(url, 1, timeouts);
    let silentSince = 0;
    const work = inTransaction(store, 'createLead', null, async (transaction) => {
      await transaction.lead.count();
      proxy.swallow('to the client');
      silentSince = performance.now();
      await transaction.lead.count();
    });
    await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
    expect(performance.now() - silentSince).toBeLessThan(maxResponseMs);
    await expect.poll(() => store.pool.totalCount).toBe(0);
    proxy.mend();
    await store.prisma.lead.count();
    await store.close();
  });

  test('limits how long a statement may run, how long it may wait for a lock, and how long the transaction of a vanished client stays open', async () => {
    const { proxy, url, direct } = await behindProxy();
    const [vanished, store] = [openTestStore(url, 1, timeouts), openTestStore(direct, 2, timeouts)];
    await expect(store.pool.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
    const locking = await vanished.pool.connect();
    await locking.query('BEGIN');
    await locking.query('LOCK TABLE "Lead"');
    await expect(store.prisma.lead.count()).rejects.toSatisfy(isDatabaseUnavailable);
    proxy.swallow('both ways');
    locking.release(true);
    await vi.waitFor(() => store.prisma.lead.count(), { timeout: 30_000 });
    proxy.mend();
    await Promise.all([vanished.close(), store.close()]);
  });

  test('replaces idle connections that PostgreSQL drops, without failing a query', async () => {
    const url = await cloneDatabase();
    const [store, operator] = [openTestStore(url, 3), openTestStore(url, 1)];
    // The pool is tested before the first use of Prisma, because afterwards Prisma handles the pool's errors, too.
    for (const read of [() => store.pool.query('SELECT 1'), () => store.prisma.case.count()]) {
      await fill(store, 3);
      await operator.pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await expect.poll(() => store.pool.totalCount).toBe(0);
      await expect(read()).resolves.toBeDefined();
    }
    await Promise.all([store.close(), operator.close()]);
  });

  test('refuses the 1,001st waiting caller at once', async () => {
    const store = openTestStore(await cloneDatabase(), 1, { ...timeouts, waitMs: 60_000 });
    const holder = await store.pool.connect();
    const waiting = Array.from({ length: 1000 }, () => store.pool.query('SELECT 1'));
    await expect(store.pool.query('SELECT 1')).rejects.toThrow('too many requests await a database connection');
    await expect(store.prisma.case.count()).rejects.toSatisfy(isDatabaseUnavailable);
    await expect(store.pool.connect()).rejects.toThrow('too many requests await a database connection');
    holder.release();
    await expect(Promise.all(waiting)).resolves.toHaveLength(1000);
    await store.close();
  });

  test('closes a connection if a write fails because the server is read-only', async () => {
    const url = await cloneDatabase();
    const [store, operator] = [openTestStore(url, 3), openTestStore(url, 1)];
    const database = new URL(url).pathname.slice(1);
    await operator.pool.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    await fill(store, 3);
    const write = () => store.prisma.organization.create({ data: { id: `org_${randomUUID()}`, name: 'x' } });
    for (let each = 0; each < 3; each += 1) await expect(write()).rejects.toSatisfy(isDatabaseUnavailable);
    await expect.poll(() => store.pool.totalCount).toBe(0);
    await operator.pool.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);
    await write();
    await Promise.all([store.close(), operator.close()]);
  });

  test("doesn't accept a standby as the database", async () => {
    const dir = await mkdtemp(join(tmpdir(), 'standby-'));
    const supervisor = new Supervisor({});
    onTestFinished(async () => {
      await supervisor.stop();
      await rm(dir, { recursive: true, force: true });
    });
    const settings = { dir, port: await freePort(), durable: false };
    const primary = new Supervisor({});
    await startPostgres(primary, settings);
    await primary.stop();
    await writeFile(join(dir, 'cluster', 'standby.signal'), '');
    const standby = await startPostgres(supervisor, settings);
    const store = openTestStore(standby.url('postgres'), 1);
    await expect(store.pool.query('SELECT 1')).rejects.toSatisfy(isDatabaseUnavailable);
    await expect(store.prisma.case.count()).rejects.toSatisfy(isDatabaseUnavailable);
    await store.close();
  });
});

/** Makes the pool open this many connections. */
async function fill({ pool }: TestStore, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => pool.query('SELECT pg_sleep(0.05)')));
  expect(pool.totalCount).toBe(count);
}
