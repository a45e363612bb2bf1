import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendErasure, applyErasureList, eraseCase, readErasures } from '@evict/store/erasure';
import { createLogger } from '@evict/telemetry';
import { describe, expect, test } from 'vitest';
import { startErasureWriter } from '../support/erasure-writer.ts';
import { factsAbout, newName, tablesWith } from '../support/named-case.ts';
import { pastTriggers } from '../support/past-triggers.ts';
import { startService } from '../support/service.ts';

const logged: string[] = [];
const logger = createLogger('test', 'trace', { write: (line) => void logged.push(line) });
const service = await startService({ logger });
const { store, blobs } = service.stack;

// The list is stored apart from the backups, so a restored backup can be brought up to date.

describe('the erasure list', () => {
  test('has a file for each erased case, so those cases are erased again in a restored backup unless they are under legal hold', async () => {
    const listFile = join(await mkdtemp(join(tmpdir(), 'erasures-')), 'list');
    const customer = await service.signUp();
    const names = [newName(), newName(), newName()] as const;
    const [finished, open, held] = await Promise.all(names.map((name) => customer.create(factsAbout(name))));
    if (!finished || !open || !held) throw new Error('three cases');
    const ids = [finished.id, open.id, held.id];
    const backUp = (id: string) => store.pool.query('INSERT INTO "Backup" SELECT * FROM "Case" WHERE id = $1', [id]);
    await store.pool.query('CREATE TABLE "Backup" (LIKE "Case")');
    await backUp(open.id);
    for (const id of ids) await customer.withdraw(id);
    for (const id of [finished.id, held.id]) await backUp(id);
    const consent = { words: 'By phone to Robin.', date: null };
    const sealed = { basis: 'sealing_order', order: 'District Court, 2026-11-02', consent } as const;
    await eraseCase(store, { caseId: finished.id, operator: 'robin', ground: sealed, list: listFile, blobs });
    for (const caseId of ids) await eraseCase(store, { caseId, operator: 'robin', list: listFile, blobs });
    await eraseCase(store, { caseId: open.id, operator: 'robin', list: listFile, blobs });
    expect((await readdir(listFile)).toSorted()).toEqual(ids.map((id) => `${id}.json`).toSorted());

    await pastTriggers(
      store,
      `UPDATE "Case" c SET facts = b.facts, state = b.state, record = b.record, sequence = b.sequence,
        "erasedAt" = NULL, "legalHold" = (c.id = $1) FROM "Backup" b WHERE b.id = c.id`,
      [held.id],
    );
    await store.pool.query('DROP TABLE "Backup"');
    expect((await customer.read(open.id)).state).toBe('draft');
    const applied = await applyErasureList(store, blobs, listFile);
    expect(applied).toEqual({ erased: [finished.id, open.id], already: 0, unknown: 0, held: [held.id] });
    const again = await store.prisma.caseEvent.findMany({
      where: { caseId: finished.id, action: 'erased' },
      select: { detail: true },
    });
    expect(again.map(({ detail }) => detail)).toContainEqual({
      operator: 'robin',
      basis: 'sealing_order',
      order: sealed.order,
      attorneyConsent: { ...sealed.consent, attorneyId: null },
    });
    expect(await tablesWith(service.stack, names[0])).toEqual([]);
    expect(await tablesWith(service.stack, names[1])).toEqual([]);
    expect(await store.prisma.case.findUnique({ where: { id: open.id } })).toMatchObject({ state: 'withdrawn' });
    expect(await applyErasureList(store, blobs, listFile)).toMatchObject({ erased: [], already: 2 });
  });

  test('can be applied to a restored case whose workflow is still running, and the workflow then ends', async () => {
    const listFile = join(await mkdtemp(join(tmpdir(), 'erasures-')), 'list');
    const customer = await service.signUp();
    const name = newName();
    const { id } = await customer.submitted(factsAbout(name));
    // The case and its workflow are as they were before the case was withdrawn and erased.
    const { sequence } = await store.prisma.case.findUniqueOrThrow({ where: { id } });
    const erased = { operator: 'robin', basis: 'owner_request', erasedAt: new Date() } as const;
    await appendErasure(listFile, { caseId: id, ...erased, state: 'withdrawn', sequence: sequence + 1 });
    expect((await applyErasureList(store, blobs, listFile)).erased).toEqual([id]);
    // Signals the workflow the way the reconciler does.
    expect(await service.stack.workflows.tell(id)).toBe(true);
    await service.stack.client.workflow.getHandle(id).result();
    expect(await tablesWith(service.stack, name)).toEqual([]);
    expect(logged.filter((line) => line.includes(name))).toEqual([]);
  });

  test("is written before an erasure, so a case that can't be listed isn't erased", async () => {
    const customer = await service.signUp();
    const { id } = await customer.create(factsAbout(newName()));
    await customer.withdraw(id);
    const listFile = join(tmpdir(), randomUUID(), 'list');
    await expect(eraseCase(store, { caseId: id, operator: 'robin', list: listFile, blobs })).rejects.toThrow('ENOENT');
    expect((await customer.read(id)).state).toBe('withdrawn');
  });

  test('loses no acknowledged entry if several processes write at once and are killed', async () => {
    const list = join(await mkdtemp(join(tmpdir(), 'erasures-')), 'list');
    const writers = await Promise.all(Array.from({ length: 5 }, (_, n) => startErasureWriter(list, `lead_${n}`)));
    const written = () => writers.map(({ acknowledged }) => acknowledged().length);
    await expect.poll(() => Math.min(...written()), { timeout: 120_000 }).toBeGreaterThan(20);
    await Promise.all(writers.map(({ kill }) => kill()));
    const listed = new Set((await readErasures(list)).map((erasure) => 'leadId' in erasure && erasure.leadId));
    const lost = writers.flatMap(({ acknowledged }) => acknowledged()).filter((id) => !listed.has(id));
    expect(lost).toEqual([]);
    // Each writer may have left one complete entry that it had not acknowledged yet.
    expect(listed.size - written().reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(writers.length);
  });

  test('has one entry for a lead that is listed 20 times concurrently', async () => {
    const list = join(await mkdtemp(join(tmpdir(), 'erasures-')), 'list');
    const entry = (operator: string) => ({ leadId: 'lead_1', operator, erasedAt: new Date() });
    await Promise.all(Array.from({ length: 20 }, (_, n) => appendErasure(list, entry(`operator-${n}`))));
    expect(await readErasures(list)).toEqual([expect.objectContaining({ leadId: 'lead_1' })]);
    expect(await readdir(list)).toEqual(['lead_1.json']);
  });

  test("is refused if it doesn't exist or one of its files is malformed", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'erasures-'));
    await writeFile(join(folder, 'case_1.json'), '{"caseId":"case_1","state":"draft"}');
    await expect(applyErasureList(store, blobs, folder)).rejects.toThrow('case_1.json is not a valid entry');
    await expect(applyErasureList(store, blobs, join(folder, 'none'))).rejects.toThrow('ENOENT');
  });
});
