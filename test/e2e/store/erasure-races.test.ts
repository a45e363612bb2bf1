import { randomUUID } from 'node:crypto';
import { urlAs } from '@evict/local';
import { createPostgresBlobStore } from '@evict/store/bytes';
import { createDraft } from '@evict/store/cases';
import { writeCommand } from '@evict/store/commands';
import { openStore, type Store } from '@evict/store/database';
import { type ErasureGround, eraseCase, setLegalHold } from '@evict/store/erasure';
import { newId } from '@evict/store/ids';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { decideOn } from '../support/decided.ts';
import { buildFacts } from '../support/facts.ts';

// In these tests, an erasure overlaps with another change to the case. Each process has its own store and its own role.

const url = await cloneDatabase();
const owner = openTestStore(url, 4);
const open = (process: Parameters<typeof urlAs>[0]) => openStore(urlAs(process, url), 4);
const [worker, ops, gateway] = [open('case_worker'), open('ops'), open('customer_gateway')];
afterAll(() => Promise.all([owner, worker, ops, gateway].map((one) => one.close())));

const scope = { organizationId: newId('organization'), mode: 'test' } as const;
let caseId = '';

beforeEach(async () => {
  const { organizationId } = scope;
  await owner.prisma.organization.upsert({
    where: { id: organizationId },
    create: { id: organizationId, name: 'Sandbox Holdings' },
    update: {},
  });
  caseId = newId('case');
  await createDraft(owner, scope, { id: caseId, facts: buildFacts(), nextAction: { by: 'customer', description: '' } });
  await decideOn(owner, caseId, { kind: 'withdraw' });
  await owner.pool.query(`UPDATE "Case" SET "updatedAt" = now() - interval '91 days' WHERE id = $1`, [caseId]);
});

const byRule: ErasureGround = { basis: 'retention', rule: 'finished_test' };
const erase = (store: Store, ground: ErasureGround = byRule) =>
  eraseCase(store, { caseId, operator: 'retention', ground, list: '', blobs: createPostgresBlobStore(store) });
const hold = (on = true) => setLegalHold(ops, { caseId, on, operator: 'robin' });
const write = () =>
  writeCommand(gateway, {
    id: randomUUID(),
    scope,
    caseId,
    author: 'customer',
    authorId: 'usr_1',
    body: { kind: 'withdraw' },
  });
const row = () => owner.prisma.case.findUniqueOrThrow({ where: { id: caseId } });

/** Starts these one after another while the case's row is locked, and unlocks it once all of them wait for it. */
async function overlapping(...works: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const holder = await owner.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM "Case" WHERE id = $1 FOR UPDATE', [caseId]);
    const started: Promise<unknown>[] = [];
    for (const work of works) {
      started.push(work().catch((error: unknown) => String(error)));
      await expect.poll(waiting, { timeout: 30_000 }).toBe(started.length);
    }
    await holder.query('COMMIT');
    return await Promise.all(started);
  } finally {
    holder.release();
  }
}

async function waiting(): Promise<number> {
  const { rows } = await owner.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

const done = { ok: true, erasedAt: expect.any(Date) as Date, again: false };

describe('retention', () => {
  test("doesn't erase a case that was put under legal hold just beforehand", async () => {
    expect(await overlapping(hold, () => erase(worker))).toEqual([{ ok: true }, { ok: false, code: 'legal_hold' }]);
    expect(await row()).toMatchObject({ legalHold: true, erasedAt: null, facts: { ground: 'nonpayment' } });
    await hold(false);
    expect(await erase(worker)).toEqual(done);
  });

  test('erases a case even if a legal hold is requested just afterwards, and the hold is refused', async () => {
    expect(await overlapping(() => erase(worker), hold)).toEqual([done, { ok: false, code: 'erased' }]);
    expect(await row()).toMatchObject({ legalHold: false, facts: { parties: [] } });
    expect(await owner.prisma.caseEvent.count({ where: { caseId, action: 'operator_action' } })).toBe(0);
  });

  test('erases a case only once, even if an operator erases it at the same moment', async () => {
    const [first, second] = await overlapping(
      () => erase(ops, { basis: 'owner_request' }),
      () => erase(worker),
    );
    expect(first).toEqual(done);
    expect(second).toMatchObject({ ok: true, again: true });
    expect(await owner.prisma.caseEvent.count({ where: { caseId, action: 'erased' } })).toBe(1);
    expect(await owner.prisma.erasure.findMany({ where: { subject: caseId } })).toMatchObject([
      { operator: 'retention', basis: 'owner_request', erasedAt: (await row()).erasedAt },
    ]);
  });

  test("doesn't erase a case that its customer changed just beforehand", async () => {
    const touch = () => owner.pool.query('UPDATE "Case" SET "updatedAt" = now() WHERE id = $1', [caseId]);
    const [, erased] = await overlapping(touch, () => erase(worker));
    expect(erased).toEqual({ ok: false, code: 'not_finished' });
  });
});

describe('a command', () => {
  test('is erased with its case if it is written just before the erasure', async () => {
    const [written, erased] = await overlapping(write, () => erase(worker));
    expect([written, erased]).toEqual([{ outcome: null, isRenewed: false }, done]);
    expect(await owner.prisma.command.count({ where: { caseId } })).toBe(0);
  });

  test("can't be written if the erasure of its case has just begun", async () => {
    const [erased, written] = await overlapping(() => erase(worker), write);
    expect([erased, written]).toEqual([done, expect.stringContaining('the command could not be written')]);
    expect(await owner.prisma.command.count({ where: { caseId } })).toBe(0);
  });
});
