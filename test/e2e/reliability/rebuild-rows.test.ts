import { rebuildRows } from '@evict/tasks/after-restore';
import { beforeEach, expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { startService } from '../support/service.ts';

// The table of read rows comes back from an older backup than the log of events, and those of filings and of attempts
// to serve are lost.

const service = await startService({ liveMode: true });
const { store, cases } = service.stack;
const { attorney, submitted, attach, operate } = liveWorld(service);
const avery = await attorney();
beforeEach(async () => {
  await store.pool.query('DROP TABLE IF EXISTS "Older"');
});

test('a sandbox case is rebuilt, with its filings and service attempts', async () => {
  const customer = await service.signUp();
  const facts = buildFacts({ freeText: 'sandbox:service_failed sandbox:filing_rejected' });
  const { id } = await customer.submitted(facts, [{ bytes: pdf('Lease') }]);
  await keepRows();
  await customer.advanceBy(id, 10);
  const [before, shown] = [await rowsOf(id), await customer.read(id)];
  expect(before.filings.length).toBeGreaterThan(1);
  expect(before.attempts.length).toBeGreaterThan(1);
  await loseRows(id);
  expect((await customer.read(id)).state).toBe('notice_review');

  expect((await rebuildRows(store, cases)).unclear).toEqual([]);
  expect(await customer.read(id)).toEqual(shown);
  const after = await rowsOf(id);
  expect(after.row).toEqual(before.row);
  expect(after.attempts).toEqual(before.attempts.map(aboutThatTime));
  // The clerk's number of an envelope is nowhere but in its row.
  expect(after.filings).toEqual(before.filings.map((filing) => ({ ...aboutThatTime(filing), envelopeId: null })));
  expect((await customer.advance(id)).state).not.toBe(shown.state);
});

test('a live case is rebuilt, with the texts that Temporal never had', async () => {
  const { customer, id, ref } = await submitted();
  await reaches(customer, id, 'notice_review');
  await attach(ref, 'notice');
  await keepRows();
  await expect.poll(async () => (await avery.approve(id)).status).toBe(200);
  await operate(ref, { kind: 'record_service', ...pending });
  const reason = { reason: 'The door is gone.' };
  await operate(ref, { kind: 'record_service', ...pending, status: 'failed' }, reason);
  await operate(ref, { kind: 'record_service', ...pending });
  const served = { ...pending, status: 'served', date: day(0), expires: day(30) } as const;
  const citation = 'Real Prop. § 8-401';
  expect(await operate(ref, { kind: 'record_service', ...served }, { citation })).toEqual({ ok: true });
  const [before, shown] = [await rowsOf(id), await customer.read(id)];
  expect(shown.deadlines).toMatchObject([{ citation }]);
  await loseRows(id);

  expect((await rebuildRows(store, cases)).unclear).toEqual([]);
  const { data } = shown;
  const clock = expect.any(String) as string;
  expect(await customer.read(id)).toEqual({ ...shown, data: { ...data, progress: { ...data.progress, clock } } });
  const { row, attempts } = await rowsOf(id);
  expect(row.clock).toEqual(aboutThatTime({ createdAt: before.row.clock }).createdAt);
  // Why service failed is nowhere but in its row.
  expect(attempts).toEqual(before.attempts.map((attempt) => ({ ...aboutThatTime(attempt), failureReason: null })));
});

test('a workflow that continues before its row is rebuilt writes it', async () => {
  const customer = await service.signUp();
  const { id } = await customer.submitted(buildFacts({ freeText: 'sandbox:service_failed' }));
  await keepRows();
  const shown = await customer.advanceBy(id, 7);
  const { attempts } = await rowsOf(id);
  expect(shown.courtCaseNumber).toMatch(/^ZZ-/);
  await loseRow(id);
  expect((await customer.withdraw(id)).state).toBe('withdrawn');
  expect((await rowsOf(id)).attempts).toEqual(attempts);

  expect((await rebuildRows(store, cases)).unclear).toEqual([]);
  const { state, courtCaseNumber, deadlines, data } = await customer.read(id);
  expect({ state, courtCaseNumber }).toEqual({ state: 'withdrawn', courtCaseNumber: shown.courtCaseNumber });
  expect(data.progress.notice).toEqual(shown.data.progress.notice);
  expect(deadlines).toEqual(shown.deadlines);
});

test('rows that are right stay as they are', async () => {
  const customer = await service.signUp();
  const { id } = await customer.submitted(buildFacts({ freeText: 'sandbox:filing_rejected' }));
  await customer.advanceBy(id, 6);
  const before = await rowsOf(id);
  await rebuildRows(store, cases);
  expect(await rowsOf(id)).toEqual(before);
});

test('a case whose facts are older than its submit is left unchanged, and reported', async () => {
  const customer = await service.signUp();
  const { id } = await customer.create(buildFacts());
  await keepRows();
  await customer.submit(id);
  await loseRows(id);
  const before = await rowsOf(id);
  // It stays so: its history cannot be deleted.
  expect((await rebuildRows(store, cases)).unclear).toContain(id);
  expect(await rowsOf(id)).toEqual(before);
});

/** The log has the time of the event, a few milliseconds away from that of the row. */
function aboutThatTime<T extends { createdAt: Date }>(row: T): T {
  const isClose = (time: unknown) => time instanceof Date && Math.abs(time.getTime() - row.createdAt.getTime()) < 1000;
  return { ...row, createdAt: { asymmetricMatch: isClose } };
}

const pending = { stage: 'notice', status: 'pending', method: 'personal', date: null, expires: null } as const;

async function keepRows(): Promise<void> {
  await store.pool.query('CREATE TABLE "Older" AS SELECT * FROM "Case"');
}

async function loseRow(caseId: string): Promise<void> {
  const { rows } = await store.pool.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns WHERE table_name = 'Case' AND column_name <> 'id' AND is_generated = 'NEVER'`,
  );
  const columns = rows.map(({ column_name }) => `"${column_name}"`).join(', ');
  await store.pool.query(
    `UPDATE "Case" c SET (${columns}) = (SELECT ${columns} FROM "Older" o WHERE o.id = c.id) WHERE id = $1`,
    [caseId],
  );
}

async function loseRows(caseId: string): Promise<void> {
  await loseRow(caseId);
  await store.prisma.filing.deleteMany({ where: { caseId } });
  await store.prisma.serviceAttempt.deleteMany({ where: { caseId } });
}

async function rowsOf(caseId: string) {
  const where = { caseId };
  const orderBy = [{ createdAt: 'asc' }, { id: 'asc' }] as const;
  return {
    row: await store.prisma.case.findUniqueOrThrow({ where: { id: caseId } }),
    shown: (await store.pool.query(`SELECT "shownDocuments" FROM "Case" WHERE id = $1`, [caseId])).rows,
    filings: await store.prisma.filing.findMany({ where, orderBy: [...orderBy] }),
    attempts: await store.prisma.serviceAttempt.findMany({ where, orderBy: [...orderBy] }),
  };
}
