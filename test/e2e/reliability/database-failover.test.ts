import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureDatabase, freePort, prepareRoles, startPostgres, Supervisor } from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { isDatabaseUnavailable } from '@evict/store/database';
import { openTestStore } from '@evict/store/testing';
import { afterAll, expect, test } from 'vitest';
import { createFreezer } from '../../rehearsal/chaos/faults/freezer.ts';
import { startProxy } from '../../rehearsal/support/lossy-proxy.ts';
import { send } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { startService } from '../support/service.ts';
import { promote, startStandby } from '../support/standby.ts';

// A primary and its synchronous standby, and one address that leads to either, as a deployment has them.

const DATABASE = 'evictions';
const writers = 6;
const before = 20;
const after = 20;

const folder = await mkdtemp(join(tmpdir(), 'failover-'));
const pids: number[] = [];
const supervisor = new Supervisor({ onSpawn: (_, pid) => void pids.push(pid) });
const freezer = createFreezer();
afterAll(async () => {
  freezer.thaw();
  await supervisor.stop();
  await rm(folder, { recursive: true, force: true });
});
const dir = join(folder, 'primary');
const primary = await startPostgres(supervisor, { dir, port: await freePort(), durable: true });
await ensureDatabase(primary, DATABASE);
await migrate(primary.url(DATABASE));
await prepareRoles(primary.url(DATABASE), primary.password);
const standby = await startStandby(supervisor, { primary, dir, standbyDir: join(folder, 'standby') });
const proxy = await startProxy(primary.port);
const url = new URL(primary.url(DATABASE));
url.port = String(proxy.port);
const service = await startService({ databaseUrl: url.href });
const { credential } = await service.signUp();

test('a standby is not taken for the database', async () => {
  const store = openTestStore(standby.url(DATABASE), 1);
  await expect(store.pool.query('SELECT 1')).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(store.prisma.case.count()).rejects.toSatisfy(isDatabaseUnavailable);
  await store.close();
});

test('the primary fails and the standby takes over: the service recovers by itself, and nothing acknowledged is lost or done twice', async () => {
  const acknowledged: string[] = [];
  const over = new AbortController();
  const write = async () => {
    while (!over.signal.aborted) {
      const { id } = await sendUntilDone('/v1/cases', 201, buildFacts());
      await sendUntilDone(`/v1/cases/${id}/submit`, 200);
      acknowledged.push(id);
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, write));
  await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(before);

  freezer.freeze(pids[0] ?? 0);
  await promote(standby);
  proxy.leadTo(standby.port);
  const atFailover = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(atFailover + after);
  over.abort();
  await writing;

  const { prisma } = service.stack.store;
  const submits = await prisma.caseEvent.groupBy({
    by: ['caseId'],
    where: { action: 'submit', caseId: { in: acknowledged } },
    _count: true,
  });
  expect(submits.map(({ caseId }) => caseId).sort()).toEqual(acknowledged.toSorted());
  expect(submits.filter(({ _count }) => _count !== 1)).toEqual([]);
  // A create whose response was lost, and that was sent again, has made one case.
  expect(await prisma.case.count()).toBe(acknowledged.length);
});

/** Sends a request under one key until it gets a response. */
async function sendUntilDone(path: string, status: number, body?: unknown): Promise<{ id: string }> {
  const headers = { 'idempotency-key': randomUUID() };
  for (;;) {
    const response = await send(service.stack.baseUrl, 'POST', path, { credential, headers, body });
    if (response.status === status) return response.body;
    const isToSendAgain = response.status === 503 || (response.status === 409 && response.headers.has('retry-after'));
    expect(isToSendAgain, `${path} ${response.status} ${response.bytes.toString()}`).toBe(true);
    await pause(200);
  }
}
