import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
import { beforeAll, describe, expect, test, vi } from 'vitest';
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
const { attorney, summaryInReview, operate } = liveWorld(service);
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

describe('the daily retention run', () => {
  let customer: Awaited<ReturnType<typeof service.signUp>>;
  let cases: Awaited<ReturnType<typeof createCases>>;
  let overdueBefore = 0;
  beforeAll(async () => {
    customer = await service.signUp();
    cases = await createCases();
    overdueBefore = await overdueDays();
    await run();
  });

  /** Creates cases that are due under a rule of retention, and cases that are not. */
  async function createCases() {
    const live = inLiveMode(service, customer);
    const withdrawn = async () => (await customer.withdraw((await customer.submitted(buildFacts())).id)).id;
    const [sandboxDue, liveDue] = [await withdrawn(), (await summaryInReview()).id];
    expect((await avery.outcome(liveDue, { type: 'closed' })).status).toBe(200);
    const copyOf = async (id: string) => (await copyCase(stack, id, 1))[0] ?? '';
    const finished = {
      sandboxEarly: await copyOf(sandboxDue),
      sandboxDue,
      anotherDue: await withdrawn(),
      liveEarly: await copyOf(liveDue),
      liveDue,
      onLegalHold: (await seedFinished(1))[0] ?? '',
    };
    const onHold = await summaryInReview();
    const open = {
      live: (await summaryInReview()).id,
      onHold: onHold.id,
      sandbox: (await customer.submitted(buildFacts())).id,
      idle: (await customer.submitted(buildFacts())).id,
      idleOnHold: (await customer.submitted(buildFacts({ freeText: 'sandbox:reject' }))).id,
    };
    expect(await operate(onHold.ref, { kind: 'hold', notes: 'A question.' })).toEqual({ ok: true });
    await customer.advance(open.idleOnHold);
    expect((await customer.read(open.idleOnHold)).state).toBe('on_hold');
    const withdrawnAsIdle = await seedDraft(stack);
    const drafts = {
      idle: (await customer.create(buildFacts())).id,
      liveIdle: (await live.create(marylandFacts())).id,
      touched: (await customer.create(buildFacts())).id,
      onLegalHold: (await seedDraft(stack)).caseId,
      withdrawnAsIdle: withdrawnAsIdle.caseId,
      withdrawn: (await customer.create(buildFacts())).id,
      returned: (await summaryInReview()).id,
    };
    expect((await avery.review(drafts.returned, 'request_changes', [], 'Add the unit.')).body.state).toBe('draft');

    await age([finished.sandboxEarly], 90, -1);
    await age([finished.sandboxDue], 90);
    await age([finished.anotherDue], 400);
    await age([finished.liveEarly], 6 * 365);
    await age([finished.liveDue], 2192);
    await age([open.live, open.onHold], 9000);
    await age([open.sandbox], 90, -1);
    await age([open.idle, open.idleOnHold], 90);
    await age([drafts.onLegalHold], 400);
    await age([drafts.idle, drafts.liveIdle, drafts.touched, drafts.withdrawnAsIdle, drafts.returned], 180);
    await customer.edit(drafts.touched, { freeText: 'Still here.' });
    expect(await isDue(store, 'idle_drafts', drafts.touched)).toBe(false);
    // As if a run had been interrupted after the withdrawal.
    const command = {
      id: crypto.randomUUID(),
      caseId: drafts.withdrawnAsIdle,
      body: { kind: 'withdraw_idle' },
    } as const;
    await writeCommand(store, { ...command, author: 'platform', authorId: 'retention' });
    expect(await stack.cases.send(withdrawnAsIdle, command.body.kind, command.id)).toEqual({ ok: true });
    await customer.withdraw(drafts.withdrawn);
    for (const caseId of [finished.onLegalHold, drafts.onLegalHold]) {
      await setLegalHold(store, { caseId, on: true, operator: 'robin' });
    }
    return { finished, open, drafts };
  }

  test('erases a finished sandbox case 90 days after its last change, and not a minute before', async () => {
    const { sandboxEarly, sandboxDue } = cases.finished;
    expect(await rowOf(sandboxEarly)).toEqual({ state: 'withdrawn', erased: false });
    expect(await rowOf(sandboxDue)).toEqual({ state: 'withdrawn', erased: true });
    expect(await store.prisma.erasure.findUnique({ where: { subject: sandboxDue } })).toMatchObject({
      operator: 'retention',
    });
    expect(await readErasures(erasureList)).toContainEqual(expect.objectContaining({ caseId: sandboxDue }));
  });

  test('erases a finished live case after six years', async () => {
    expect(await rowOf(cases.finished.liveEarly)).toEqual({ state: 'closed', erased: false });
    expect(await rowOf(cases.finished.liveDue)).toEqual({ state: 'closed', erased: true });
  });

  test('keeps a case under legal hold, and a draft under legal hold stays a draft', async () => {
    expect(await rowOf(cases.finished.onLegalHold)).toMatchObject({ erased: false });
    expect(await rowOf(cases.drafts.onLegalHold)).toEqual({ state: 'draft', erased: false });
  });

  test('keeps a live case that is open or on hold however old it is, and an open sandbox case for 90 days', async () => {
    expect(await rowOf(cases.open.live)).toEqual({ state: 'notice_review', erased: false });
    expect(await rowOf(cases.open.onHold)).toEqual({ state: 'on_hold', erased: false });
    expect(await rowOf(cases.open.sandbox)).toEqual({ state: 'notice_review', erased: false });
  });

  test('withdraws a sandbox case that is idle for 90 days, as its history shows', async () => {
    for (const caseId of [cases.open.idle, cases.open.idleOnHold]) {
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

  test('withdraws and erases a draft that nobody has touched for 180 days', async () => {
    for (const id of [cases.drafts.idle, cases.drafts.liveIdle]) {
      expect(await rowOf(id)).toEqual({ state: 'withdrawn', erased: true });
      const events = await store.prisma.caseEvent.findMany({ where: { caseId: id }, orderBy: { createdAt: 'asc' } });
      expect(events).toMatchObject([
        { action: 'withdraw', actorType: 'platform', fromState: 'draft', toState: 'withdrawn' },
        { action: 'erased', actorType: 'platform', detail: { operator: 'retention' } },
      ]);
    }
    expect(await rowOf(cases.drafts.touched)).toEqual({ state: 'draft', erased: false });
  });

  test('erases a draft that an earlier run withdrew as idle but did not erase', async () => {
    expect(await rowOf(cases.drafts.withdrawnAsIdle)).toEqual({ state: 'withdrawn', erased: true });
  });

  test('keeps a draft that its customer withdrew like any finished case', async () => {
    expect(await rowOf(cases.drafts.withdrawn)).toEqual({ state: 'withdrawn', erased: false });
  });

  test('withdraws a draft that an attorney has returned after 180 days, and then keeps it like any finished case', async () => {
    expect(await rowOf(cases.drafts.returned)).toEqual({ state: 'withdrawn', erased: false });
  });

  test('ends the time for which a case that is due for erasure counts as overdue', async () => {
    expect(overdueBefore).toBeGreaterThan(309);
    expect(await overdueDays()).toBeLessThan(1);
  });

  describe('a year later', () => {
    beforeAll(async () => {
      const { sandboxDue, anotherDue, sandboxEarly, liveDue, onLegalHold } = cases.finished;
      await setLegalHold(store, { caseId: onLegalHold, on: false, operator: 'robin' });
      await age([sandboxDue], 365, -1, 'erasedAt');
      await age([anotherDue], 365, 1, 'erasedAt');
      await age([liveDue], 4000, 1, 'erasedAt');
      await age([sandboxEarly, cases.open.sandbox], 1); // otherwise a later test would find them due
      await run();
    });

    test('erases a case whose legal hold has ended', async () => {
      expect(await rowOf(cases.finished.onLegalHold)).toMatchObject({ erased: true });
    });

    test('keeps the audit shell of a live case', async () => {
      const where = { caseId: cases.finished.liveDue };
      expect(await store.prisma.caseEvent.count({ where })).toBeGreaterThan(3);
    });

    test('leaves nothing of an erased sandbox case in the database or on the erasure list', async () => {
      const { sandboxDue: early, anotherDue: due } = cases.finished;
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

  /** Returns for how many days the finished sandbox case that is most overdue has been due for erasure. */
  async function overdueDays(): Promise<number> {
    const found = (await measureRetention(store)).find(({ rule }) => rule === 'finished_test');
    return (found?.seconds ?? Number.NaN) / 86_400;
  }
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

test("a draft that its customer deletes is added to the erasure list, and if it can't be, the draft is withdrawn but not erased", async () => {
  const customer = await service.signUp();
  const [listed, unlisted] = [await customer.create(buildFacts()), await customer.create(buildFacts())];
  const remove = async ({ id }: { id: string }) => (await customer.send('DELETE', `/v1/cases/${id}`)).status;
  expect(await remove(listed)).toBe(204);
  const entry = { caseId: listed.id, operator: 'customer', basis: 'retention' };
  expect(await readErasures(erasureList)).toContainEqual(expect.objectContaining(entry));
  await rm(erasureList, { recursive: true });
  await writeFile(erasureList, 'in the way');
  expect(await remove(unlisted)).toBe(204);
  expect(await rowOf(unlisted.id)).toEqual({ state: 'withdrawn', erased: false });
  await rm(erasureList);
});

describe('a retention run', () => {
  test("doesn't erase a case early, whatever its input says", async () => {
    const [id = ''] = await seedFinished(1);
    await age([id], 90, -1);
    const workflowId = `retention-${randomUUID()}`;
    const args = [{ days: { finished_test: 0 } }];
    await client.workflow.execute(retentionWorkflowType, { workflowId, taskQueue, args });
    expect(await rowOf(id)).toMatchObject({ erased: false });
    await age([id], 1); // otherwise a later test would find it due
  });

  test('covers more cases than fit on a page, is not stopped by failing cases, which the next run retries, and reports how many it erased', async () => {
    // Only the first and the last case can be erased, because each erasure takes many statements.
    const [first = '', bad = '', ...others] = (await seedFinished(53)).toSorted();
    const last = others.pop() ?? '';
    await store.pool.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'of Terry Example'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON "Case" FOR EACH ROW WHEN (old.id NOT IN ('${first}', '${last}'))
        EXECUTE FUNCTION refuse()`);
    const handle = client.workflow.getHandle(await start());
    const result = (await handle.result()) as RetentionProgress;
    expect(result).toMatchObject({ rule: null, counts: { finished_test: { done: 2, failed: 51 } } });
    expect(await handle.query(retentionQuery)).toEqual(result);
    expect(await erasedOf([first, last])).toBe(2);
    const failures = logged.filter((line) => line.includes('retention failed') && line.includes('finished_test'));
    expect(failures).toHaveLength(51);
    expect(failures).toContainEqual(
      expect.stringMatching(new RegExp(`"caseId":"${bad}","rule":"finished_test","failure":`)),
    );
    expect(logged.join()).not.toContain('Terry Example');
    await store.pool.query('DROP TRIGGER refuse ON "Case"');
    await store.prisma.case.deleteMany({ where: { id: { in: others } } });
    expect((await run()).counts.finished_test).toEqual({ done: 1, failed: 0 });
  });

  test('continues on the next worker if its worker is lost, and erases each case once', async () => {
    const ids = await seedFinished(55);
    const workflowId = await start();
    await vi.waitUntil(async () => (await erasedOf(ids)) > 0, { timeout: 60_000, interval: 5 });
    await stack.stopWorker();
    expect(await erasedOf(ids)).toBeLessThan(55);
    await stack.startWorker();
    await client.workflow.getHandle(workflowId).result();
    expect(await erasedOf(ids)).toBe(55);
    expect(await store.prisma.caseEvent.count({ where: { caseId: { in: ids }, action: 'erased' } })).toBe(55);
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
