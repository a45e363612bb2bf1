import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresBlobStore } from '@evict/store/bytes';
import { writeCommand } from '@evict/store/commands';
import { eraseCase, readErasures, setLegalHold } from '@evict/store/erasure';
import { newId } from '@evict/store/ids';
import { deleteSandboxShell, isDue, measureRetention } from '@evict/store/retention';
import { createLogger } from '@evict/telemetry';
import {
  retentionQuery,
  type RetentionProgress,
  type RetentionStart,
  retentionWorkflowType,
} from '@evict/temporal/retention';
import { ensureRetentionSchedule } from '@evict/temporal/retention-schedule';
import { describe, expect, test, vi } from 'vitest';
import { pastTriggers } from '../support/past-triggers.ts';
import { buildFacts } from '../support/facts.ts';
import { liveWorld } from '../support/live-case.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { copyCase, seedDraft } from '../support/seed.ts';
import { startService } from '../support/service.ts';

const logged: string[] = [];
const logger = createLogger('test', 'trace', { write: (line) => void logged.push(line) });
const erasureList = join(await mkdtemp(join(tmpdir(), 'retention-')), 'erasures');
const service = await startService({ liveMode: true, logger, erasureList });
const { stack } = service;
const { store, client, taskQueue } = stack;
const { attorney, inReview, operate } = liveWorld(service);
const avery = await attorney();

/**
 * Moves the last change of these cases, or the time in `column`, this many days into the past, plus or minus a minute.
 */
async function age(ids: readonly string[], days: number, minutes: 1 | -1 = 1, column = 'updatedAt'): Promise<void> {
  await pastTriggers(
    store,
    `UPDATE "Case" SET "${column}" = now() - make_interval(days => $2, mins => $3) WHERE id = ANY ($1)`,
    [ids, days, minutes],
  );
}

async function start(): Promise<string> {
  const begin: RetentionStart = {};
  const workflowId = `retention-${randomUUID()}`;
  await client.workflow.start(retentionWorkflowType, { workflowId, taskQueue, args: [begin] });
  return workflowId;
}

async function run(): Promise<RetentionProgress> {
  return (await client.workflow.getHandle(await start()).result()) as RetentionProgress;
}

async function rowOf(id: string) {
  const { state, erasedAt } = await store.prisma.case.findUniqueOrThrow({ where: { id } });
  return { state, erased: erasedAt !== null };
}

/** Inserts test cases that ended in withdrawal long ago. They are only rows, without workflows. */
async function seedFinished(count: number): Promise<string[]> {
  const { caseId } = await seedDraft(stack);
  const ids = [caseId, ...(await copyCase(stack, caseId, count - 1))];
  await store.prisma.case.updateMany({ where: { id: { in: ids } }, data: { state: 'withdrawn' } });
  await age(ids, 400);
  return ids;
}

async function erasedOf(ids: readonly string[]): Promise<number> {
  return store.prisma.case.count({ where: { id: { in: [...ids] }, erasedAt: { not: null } } });
}

describe('a finished case', () => {
  test('in the sandbox is erased 90 days after its last change, and not a minute before', async () => {
    const customer = await service.signUp();
    const [early, due] = [await customer.submitted(buildFacts()), await customer.submitted(buildFacts())];
    for (const { id } of [early, due]) await customer.withdraw(id);
    await age([early.id], 90, -1);
    await age([due.id], 90);
    await run();
    expect(await rowOf(early.id)).toEqual({ state: 'withdrawn', erased: false });
    expect(await rowOf(due.id)).toEqual({ state: 'withdrawn', erased: true });
    expect(await store.prisma.erasure.findUnique({ where: { subject: due.id } })).toMatchObject({
      operator: 'retention',
    });
    expect(await readErasures(erasureList)).toContainEqual(expect.objectContaining({ caseId: due.id }));
    await age([early.id], 1); // otherwise a later test would find it due
  });

  test('in live mode is erased after six years, but its audit shell is kept forever', async () => {
    const [early, due] = [await inReview(marylandFacts()), await inReview(marylandFacts())];
    for (const { id } of [early, due]) expect((await avery.outcome(id, { type: 'closed' })).status).toBe(200);
    await age([early.id], 6 * 365);
    await age([due.id], 2192);
    await run();
    expect(await rowOf(early.id)).toEqual({ state: 'closed', erased: false });
    expect(await rowOf(due.id)).toEqual({ state: 'closed', erased: true });
    await age([due.id], 4000, 1, 'erasedAt');
    await run();
    expect(await store.prisma.caseEvent.count({ where: { caseId: due.id } })).toBeGreaterThan(3);
  });

  test('under legal hold is kept until the hold ends, and a draft under legal hold stays a draft', async () => {
    const [id = ''] = await seedFinished(1);
    const { caseId: draft } = await seedDraft(stack);
    await age([draft], 400);
    const hold = (caseId: string, on: boolean) => setLegalHold(store, { caseId, on, operator: 'robin' });
    await Promise.all([hold(id, true), hold(draft, true)]);
    await run();
    expect(await rowOf(id)).toMatchObject({ erased: false });
    expect(await rowOf(draft)).toEqual({ state: 'draft', erased: false });
    await hold(id, false);
    await run();
    expect(await rowOf(id)).toMatchObject({ erased: true });
  });
});

test('neither the erasure of a sandbox case nor the deletion of its shell a year later takes effect early or twice', async () => {
  const [id = ''] = await seedFinished(1);
  await age([id], 89);
  const ground = { basis: 'retention', rule: 'finished_test' } as const;
  const request = { caseId: id, operator: 'retention', ground, list: '', blobs: stack.blobs };
  expect(await eraseCase(store, request)).toEqual({ ok: false, code: 'not_finished' });
  const ofDrafts = { basis: 'retention', rule: 'withdrawn_drafts' } as const;
  expect(await eraseCase(store, { ...request, ground: ofDrafts })).toEqual({ ok: false, code: 'not_finished' });
  expect(await rowOf(id)).toMatchObject({ erased: false });
  await age([id], 90);
  expect(await eraseCase(store, request)).toMatchObject({ ok: true, again: false });
  expect(await eraseCase(store, request)).toMatchObject({ ok: true, again: true });
  expect(await store.prisma.caseEvent.count({ where: { caseId: id, action: 'erased' } })).toBe(1);
  await age([id], 365, -1, 'erasedAt');
  expect(await deleteSandboxShell(store, id, '')).toBe(false);
  await age([id], 365, 1, 'erasedAt');
  expect(await deleteSandboxShell(store, id, '')).toBe(true);
  expect(await deleteSandboxShell(store, id, '')).toBe(false);
});

test('a live case that is open or on hold is kept however old it is, and an open sandbox case is kept for 90 days', async () => {
  const { id: open, ref } = await inReview(marylandFacts());
  const { id: held } = await inReview(marylandFacts());
  expect(await operate({ ...ref, caseId: held }, { kind: 'hold', notes: 'A question.' })).toEqual({ ok: true });
  const customer = await service.signUp();
  const { id: sandbox } = await customer.submitted(buildFacts());
  await age([open, held], 9000);
  await age([sandbox], 90, -1);
  await run();
  expect(await rowOf(open)).toEqual({ state: 'notice_review', erased: false });
  expect(await rowOf(held)).toEqual({ state: 'on_hold', erased: false });
  expect(await rowOf(sandbox)).toEqual({ state: 'notice_review', erased: false });
});

describe('a sandbox case', () => {
  test('that is idle for 90 days is withdrawn by the platform, as its history shows', async () => {
    const customer = await service.signUp();
    const { id } = await customer.submitted(buildFacts());
    const { id: held } = await customer.submitted(buildFacts({ freeText: 'sandbox:reject' }));
    await customer.advance(held);
    expect((await customer.read(held)).state).toBe('on_hold');
    await age([id, held], 90);
    await run();
    for (const caseId of [id, held]) {
      expect((await customer.read(caseId)).state).toBe('withdrawn');
      expect((await customer.events(caseId)).at(-1)).toMatchObject({
        action: 'withdraw',
        actorType: 'platform',
        toState: 'withdrawn',
      });
      await client.workflow.getHandle(caseId).result();
      // Its details are kept as long as those of any finished case.
      expect(await rowOf(caseId)).toEqual({ state: 'withdrawn', erased: false });
    }
  });

  test('leaves nothing in the database or on the erasure list a year after its erasure', async () => {
    const customer = await service.signUp();
    const seeded = await Promise.all([1, 2].map(() => customer.submitted(buildFacts())));
    const [early = '', due = ''] = seeded.map(({ id }) => id);
    for (const id of [early, due]) await customer.withdraw(id);
    await age([early, due], 90);
    await run();
    await age([early], 365, -1, 'erasedAt');
    await age([due], 365, 1, 'erasedAt');
    await run();
    expect(await store.prisma.case.findMany({ where: { id: { in: [early, due] } }, select: { id: true } })).toEqual([
      { id: early },
    ]);
    expect(await store.prisma.caseEvent.count({ where: { caseId: due } })).toBe(0);
    expect(await store.prisma.erasure.count({ where: { subject: due } })).toBe(0);
    const listed = (await readErasures(erasureList)).map((erasure) => 'caseId' in erasure && erasure.caseId);
    expect(listed).toContain(early);
    expect(listed).not.toContain(due);
    expect((await customer.send('GET', `/v1/cases/${early}`)).status).toBe(409);
    expect((await customer.send('GET', `/v1/cases/${due}`)).status).toBe(404);
  });
});

test('a case that is due for erasure counts as overdue until it is erased', async () => {
  const overdueDays = async () => {
    const found = (await measureRetention(store)).find(({ rule }) => rule === 'finished_test');
    return (found?.seconds ?? Number.NaN) / 86_400;
  };
  await seedFinished(1);
  expect(await overdueDays()).toBeGreaterThan(309);
  await run();
  expect(await overdueDays()).toBeLessThan(1);
});

describe('a draft', () => {
  test('that nobody has touched for 180 days is withdrawn by the platform and erased', async () => {
    const customer = await service.signUp();
    const live = inLiveMode(service, customer);
    const drafts = [await customer.create(buildFacts()), await live.create(marylandFacts())];
    const touched = await customer.create(buildFacts());
    await age(
      [...drafts, touched].map(({ id }) => id),
      180,
    );
    await customer.edit(touched.id, { freeText: 'Still here.' });
    expect(await isDue(store, 'idle_drafts', touched.id)).toBe(false);
    await run();
    for (const { id } of drafts) {
      expect(await rowOf(id)).toEqual({ state: 'withdrawn', erased: true });
      const events = await store.prisma.caseEvent.findMany({ where: { caseId: id }, orderBy: { createdAt: 'asc' } });
      expect(events).toMatchObject([
        { action: 'withdraw', actorType: 'platform', fromState: 'draft', toState: 'withdrawn' },
        { action: 'erased', actorType: 'platform', detail: { operator: 'retention' } },
      ]);
    }
    expect(await rowOf(touched.id)).toEqual({ state: 'draft', erased: false });
  });

  test('that was withdrawn as idle but not erased is erased by the next retention run', async () => {
    const ref = await seedDraft(stack);
    await age([ref.caseId], 180);
    const id = crypto.randomUUID();
    const body = { kind: 'withdraw_idle' } as const;
    await writeCommand(store, { id, caseId: ref.caseId, author: 'platform', authorId: 'retention', body });
    expect(await stack.cases.send(ref, body.kind, id)).toEqual({ ok: true });
    await run();
    expect(await rowOf(ref.caseId)).toEqual({ state: 'withdrawn', erased: true });
  });

  test('that its customer withdrew is kept like any finished case', async () => {
    const customer = await service.signUp();
    const { id } = await customer.create(buildFacts());
    await customer.withdraw(id);
    await run();
    expect(await rowOf(id)).toEqual({ state: 'withdrawn', erased: false });
  });

  test('that an attorney has returned is withdrawn after 180 days, and then kept like any finished case', async () => {
    const { id } = await inReview(marylandFacts());
    expect((await avery.review(id, 'request_changes', [], 'Add the unit.')).body.state).toBe('draft');
    await age([id], 180);
    await run();
    expect(await rowOf(id)).toEqual({ state: 'withdrawn', erased: false });
  });
});

describe('a retention run', () => {
  test('erases more cases than fit on a page, and reports how many', async () => {
    const ids = await seedFinished(60);
    const workflowId = await start();
    const handle = client.workflow.getHandle(workflowId);
    const result = (await handle.result()) as RetentionProgress;
    expect(result).toMatchObject({ rule: null, counts: { finished_test: { done: 60, failed: 0 } } });
    expect(await handle.query(retentionQuery)).toEqual(result);
    expect(await erasedOf(ids)).toBe(60);
  });

  test("doesn't erase a case early, whatever its input says", async () => {
    const [id = ''] = await seedFinished(1);
    await age([id], 90, -1);
    const workflowId = `retention-${randomUUID()}`;
    const args = [{ days: { finished_test: 0 } }];
    await client.workflow.execute(retentionWorkflowType, { workflowId, taskQueue, args });
    expect(await rowOf(id)).toMatchObject({ erased: false });
    await age([id], 1); // otherwise a later test would find it due
  });

  test('is not stopped by a failing case, which the next run retries', async () => {
    const [bad = '', ...good] = (await seedFinished(5)).toSorted();
    await store.pool.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'of Terry Example'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON "Case" FOR EACH ROW WHEN (old.id = '${bad}') EXECUTE FUNCTION refuse()`);
    const { counts } = await run();
    expect(counts.finished_test).toEqual({ done: 4, failed: 1 });
    expect(await erasedOf(good)).toBe(4);
    expect(logged.filter((line) => line.includes('retention failed') && line.includes('finished_test'))).toEqual([
      expect.stringMatching(new RegExp(`"caseId":"${bad}","rule":"finished_test","failure":`)),
    ]);
    expect(logged.join()).not.toContain('Terry Example');
    await store.pool.query('DROP TRIGGER refuse ON "Case"');
    expect((await run()).counts.finished_test).toEqual({ done: 1, failed: 0 });
  });

  test('continues on the next worker if its worker is lost, and erases each case once', async () => {
    const ids = await seedFinished(75);
    const workflowId = await start();
    await vi.waitUntil(async () => (await erasedOf(ids)) > 0, { timeout: 60_000, interval: 5 });
    await stack.stopWorker();
    expect(await erasedOf(ids)).toBeLessThan(75);
    await stack.startWorker();
    await client.workflow.getHandle(workflowId).result();
    expect(await erasedOf(ids)).toBe(75);
    expect(await store.prisma.caseEvent.count({ where: { caseId: { in: ids }, action: 'erased' } })).toBe(75);
  });

  test('deletes bytes that were stored after their case was erased', async () => {
    const [id = '', kept = ''] = await seedFinished(2);
    await age([kept], 1);
    await run();
    const blobs = createPostgresBlobStore(store);
    for (const caseId of [id, kept]) await blobs.put(caseId, newId('document'), Buffer.from('made by slow work'));
    await run();
    expect(await store.prisma.blob.count({ where: { caseId: id } })).toBe(0);
    expect(await store.prisma.blob.count({ where: { caseId: kept } })).toBe(1);
  });
});

test('one retention run starts every day, however often the worker has been started', async () => {
  const scheduleId = `retention-${randomUUID()}`;
  await ensureRetentionSchedule(client, { scheduleId, taskQueue: 'nobody' });
  await ensureRetentionSchedule(client, { scheduleId, taskQueue });
  const schedule = client.schedule.getHandle(scheduleId);
  const { info, action } = await schedule.describe();
  const [first, second] = info.nextActionTimes;
  expect((second?.getTime() ?? 0) - (first?.getTime() ?? 0)).toBe(86_400_000);
  expect(action).toMatchObject({ workflowType: 'retention', taskQueue, args: [{}] });
  const [id = ''] = await seedFinished(1);
  await schedule.trigger();
  await expect.poll(() => rowOf(id)).toMatchObject({ erased: true });
  await schedule.delete();
});
