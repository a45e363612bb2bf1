import { mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attest, type CaseFacts } from '@evict/case-model';
import { recordOperatorEvent, recordOperatorView, recordView } from '@evict/store/events';
import {
  canonicalJson,
  formatHead,
  type Head,
  keepHeads,
  parseHead,
  verifyCase,
  verifyHeads,
} from '@evict/store/evidence';
import { deleteSandboxShell } from '@evict/store/retention';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pastTriggers } from '../support/past-triggers.ts';
import { eraseCase } from '../support/erase-case.ts';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { opsFor } from '../support/ops.ts';
import { startService } from '../support/service.ts';

// The events of a case form a hash chain. Whoever changes, removes or reorders what is recorded is found, also where the
// chain was cut at its end.

const service = await startService({ liveMode: true });
const { store, blobs } = service.stack;
const { attorney, inReview, submitted } = liveWorld(service);
const avery = await attorney();
const ops = opsFor(service.stack);
const verified = (caseId: string) => verifyCase({ store, blobs }, caseId);

test('the database and the verification write the same canonical JSON', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(jsonOfDatabase, { minLength: 20, maxLength: 60 }), async (values) => {
      const { rows } = await store.pool.query<{ text: string; value: unknown }>(
        `SELECT "canonicalJson"(value) AS text FROM unnest($1::jsonb[]) WITH ORDINALITY v (value, place) ORDER BY place`,
        [values.map((value) => JSON.stringify(value))],
      );
      expect(rows.map(({ text }) => text)).toEqual(values.map(canonicalJson));
    }),
    { numRuns: 20 },
  );
});

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair. */
const text = fc.string({ unit: 'grapheme-composite' }).map((one) => one.replaceAll('\u0000', ''));
const { value: jsonOfDatabase } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.string().map((one) => one.replaceAll('\u0000', '')),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

test('decisions, audited reads and what operators record in parallel form one chain', async () => {
  const { customer, id } = await submitted();
  await reaches(customer, id, 'notice_review');
  const attorneyId = avery.id;
  const parallel = Array.from({ length: 16 }, (_, index) => {
    if (index % 8 === 0) return recordOperatorEvent(store, { caseId: id, operator: 'robin', command: 'note' });
    if (index % 8 === 1) return recordOperatorView(store, { caseId: id, operator: 'robin' });
    if (index === 10) return avery.outcome(id, { type: 'closed' });
    return recordView(store, { attorneyId, caseId: id }, 'case');
  });
  await Promise.all(parallel);
  const { rows } = await store.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT id FROM "CaseEvent" WHERE "caseId" = $1
      UNION ALL SELECT id FROM "TenantDataView" WHERE "caseId" = $1) r`,
    [id],
  );
  const found = await verified(id);
  expect(found).toMatchObject({ faults: [], documents: expect.any(Number) });
  expect(found?.head?.position).toBe(rows[0]?.count);
  expect((found?.events ?? 0) + (found?.reads ?? 0)).toBe(rows[0]?.count);
  expect(found?.reads).toBeGreaterThanOrEqual(13);
  expect(found?.documents).toBeGreaterThan(0);
  expect(await ops.json('case', 'verify', id)).toMatchObject({ id, verified: true, head: found?.head });
});

test('a submit records what was attested to, word for word, with who and when, in the chain and in the case file', async () => {
  const { customer, id } = await submitted();
  await reaches(customer, id, 'notice_review');
  const { facts } = await store.prisma.case.findUniqueOrThrow({ where: { id } });
  const { attestations } = facts as unknown as CaseFacts;
  const { events } = await avery.read(id);
  const [event, ...others] = events.filter(({ action }: { action: string }) => action === 'attested');
  expect(others).toEqual([]);
  const { organizationId } = await store.prisma.case.findUniqueOrThrow({ where: { id } });
  expect(event?.detail).toEqual({
    by: expect.stringMatching(/^(usr|key)_/),
    organizationId,
    ...attest(attestations),
  });
  const shown = await ops.json('case', 'show', id);
  expect(shown.events.find(({ action }: { action: string }) => action === 'attested').detail).toEqual(event?.detail);
  const listed = (await customer.send('GET', `/v1/cases/${id}/events`)).body.items;
  expect(listed.map(({ action }: { action: string }) => action)).not.toContain('attested');
  expect((await verified(id))?.faults).toEqual([]);
});

test('an erased case still verifies: its details are reported as erased, and what stays is not to be forged', async () => {
  const customer = await service.signUp();
  const { id } = await customer.submitted(buildFacts());
  await customer.withdraw(id);
  const before = await verified(id);
  await eraseCase(store, { caseId: id, operator: 'robin', list: '', blobs });
  const after = await verified(id);
  expect(after).toMatchObject({ faults: [], events: (before?.events ?? 0) + 1, documents: 0 });
  expect(after?.erasedDetails).toBe(before?.events);
  await tamper(actorOfFirst('attorney'), id);
  expect((await verified(id))?.faults).toEqual([
    expect.stringMatching(/^event 1 \(submit, .*is not what was recorded$/),
  ]);
  await tamper(actorOfFirst('customer'), id);
  expect((await verified(id))?.faults).toEqual([]);
});

const actorOfFirst = (actor: string) =>
  `UPDATE "CaseEvent" SET "actorType" = '${actor}' WHERE "caseId" = $1 AND sequence = 1`;

test('the end of a chain is not moved by hand: it begins before its first link and follows the next ones', async () => {
  const customer = await service.signUp();
  const { id } = await customer.submitted(buildFacts());
  const refused = (sql: string) => expect(store.pool.query(sql, [id])).rejects.toThrow(/follows the links/);
  await refused(`UPDATE "ChainHead" SET position = position + 1 WHERE "caseId" = $1`);
  await refused(`UPDATE "ChainHead" SET hash = sha256(hash) WHERE "caseId" = $1`);
  await refused(`UPDATE "ChainHead" h SET position = l.position, hash = l.hash FROM "ChainLink" l
    WHERE h."caseId" = $1 AND l."caseId" = $1 AND l.position = 1`);
  await refused(`DELETE FROM "ChainHead" WHERE "caseId" = $1`);
  await refused(`INSERT INTO "ChainHead" ("caseId", position, hash) VALUES ($1 || 'x', 1, sha256('x'))`);
  await expect(store.pool.query('TRUNCATE "ChainHead"')).rejects.toThrow(/follows the links/);
  expect((await verified(id))?.faults).toEqual([]);
});

test('a sandbox case that retention has deleted is no fault of the heads that were kept, and a live case is', async () => {
  const customer = await service.signUp();
  const sandbox = await customer.submitted(buildFacts());
  await customer.withdraw(sandbox.id);
  const live = await submitted();
  const heads: Head[] = [];
  for (const { id } of [sandbox, live]) {
    const { head } = (await verified(id)) ?? expect.unreachable();
    heads.push(parseHead(formatHead({ caseId: id, ...(head ?? expect.unreachable()) })) ?? expect.unreachable());
  }
  await eraseCase(store, { caseId: sandbox.id, operator: 'robin', list: '', blobs });
  expect(await verifyHeads(store, heads)).toEqual([]);
  expect(await deleteSandboxShell(store, sandbox.id, '')).toBe(false);
  await pastTriggers(store, `UPDATE "Case" SET "erasedAt" = now() - interval '366 days' WHERE id = $1`, [sandbox.id]);
  expect(await deleteSandboxShell(store, sandbox.id, '')).toBe(true);
  expect(await verifyHeads(store, heads)).toEqual([]);
  const unknown = heads.map((head) => ({ ...head, caseId: head.caseId.replace(/.{8}$/, 'ffffffff') }));
  expect(await verifyHeads(store, unknown)).toEqual([expect.stringMatching(/the head that was kept, is missing$/)]);
});

test('the ends of chains are kept once a day for a week, and while one is not found again no others are', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'kept-')), 'heads');
  const customer = await service.signUp();
  const { id } = await customer.submitted(buildFacts());
  expect(await keepHeads(store, folder)).toEqual([]);
  const [today = ''] = await readdir(folder);
  const kept = await readFile(join(folder, today), 'utf8');
  expect(kept).toMatch(new RegExp(`^${id} \\d+ [0-9a-f]{64} test$`, 'm'));
  await customer.withdraw(id);
  expect(await keepHeads(store, folder)).toEqual([]);
  expect(await readFile(join(folder, today), 'utf8')).toBe(kept);

  const days = Array.from({ length: 8 }, (_, day) => `heads-2026-01-0${day + 1}`);
  for (const day of days) await writeFile(join(folder, day), kept);
  await rename(join(folder, today), join(folder, 'heads-2026-01-09'));
  expect(await keepHeads(store, folder)).toEqual([]);
  expect((await readdir(folder)).toSorted()).toEqual([...days.slice(3), 'heads-2026-01-09', today]);

  await tamper('UPDATE "ChainLink" SET hash = sha256(hash) WHERE "caseId" = $1', id);
  await rename(join(folder, today), join(folder, 'heads-2026-01-10'));
  const faults = [expect.stringMatching(new RegExp(`^${id}: event \\d+, the head that was kept, is another one$`))];
  expect(await keepHeads(store, folder)).toEqual(faults);
  expect(await keepHeads(store, folder)).toEqual(faults);
  expect(await readdir(folder)).not.toContain(today);
  await forget(id);
});

test('an approval without the command of its attorney is found, and so is one that the history does not have', async () => {
  const [{ id: forged }, { id: without }] = [await inReview(), await inReview()];
  expect((await avery.approve(without)).body.state).toBe('notice_approved');
  expect((await verified(without))?.faults).toEqual([]);
  await tamper(`DELETE FROM "Command" WHERE "caseId" = $1 AND kind = 'review'`, without);
  expect((await verified(without))?.faults).toEqual([
    expect.stringMatching(/^the approval evt_\S+ has no command of its attorney$/),
  ]);
  await tamper(
    `UPDATE "Case" SET record = jsonb_set(record, '{approvals,notice}', '{"reviewer": "x", "documentHashes": []}') WHERE id = $1`,
    forged,
  );
  expect((await verified(forged))?.faults).toEqual([
    'the case has an approval of its notice that is not in its history',
  ]);
  await Promise.all([forged, without].map(forget));
});

test('whatever was tampered with past the service is found by the verification, which says where', async () => {
  const customer = await service.signUp();
  const prepare = async () => {
    const { id } = await customer.submitted(buildFacts(), [{ bytes: pdf('Lease') }]);
    await customer.advanceBy(id, 2);
    return id;
  };
  const cases = await Promise.all(tamperings.map(prepare));
  const headsFile = join(await mkdtemp(join(tmpdir(), 'heads-')), 'heads');
  await ops.json('case', 'verify', '--all', '--write-heads', headsFile);
  const heads = await readFile(headsFile, 'utf8');
  for (const id of cases) expect(heads).toMatch(new RegExp(`^${id} \\d+ [0-9a-f]{64} test$`, 'm'));

  const verify = () => ops.run(['case', 'verify', '--all', '--heads', headsFile, '--operator', 'robin', '--json']);
  expect(await verify()).toMatchObject({ code: 0, stderr: '' });
  for (const [index, { sql }] of tamperings.entries()) await tamper(sql, cases[index]);
  const { code, stdout, stderr } = await verify();
  expect([code, stdout]).toEqual([4, '']);
  const { error } = JSON.parse(stderr) as { error: { code: string; details: { faults: string[] } } };
  expect(error.code).toBe('not_verified');
  for (const [index, { sql, fault }] of tamperings.entries()) {
    const found = error.details.faults.filter((one) => one.startsWith(`${cases[index]}: `));
    expect(found.join('\n'), sql).toMatch(fault);
  }
});

/** What is done to the n-th case, past every trigger, and the fault that is found. */
const tamperings: { sql: string; fault: RegExp }[] = [
  {
    sql: `UPDATE "CaseEvent" SET detail = detail || '{"method": "posting"}' WHERE "caseId" = $1 AND action = 'notice_served'`,
    fault: /^\S+: the detail of event \d+ \(notice_served, evt_\S+\) is not what was recorded$/m,
  },
  {
    sql: `UPDATE "CaseEvent" SET "createdAt" = "createdAt" - interval '1 day' WHERE "caseId" = $1 AND sequence = 3`,
    fault: /: event \d+ \(.+\) is not what was recorded$/m,
  },
  {
    sql: `DELETE FROM "CaseEvent" WHERE "caseId" = $1 AND sequence = 2`,
    fault: /: the row of event \d+ \(evt_\S+\) is gone$/m,
  },
  {
    sql: `DELETE FROM "CaseEvent" WHERE "caseId" = $1 AND sequence = 2; DELETE FROM "ChainLink" WHERE "caseId" = $1
      AND "eventId" NOT IN (SELECT id FROM "CaseEvent" UNION ALL SELECT id FROM "TenantDataView")`,
    fault: /: event \d+ is missing: the next one is \d+$/m,
  },
  {
    // Two rows swapped whole: each has the other's words.
    sql: `UPDATE "CaseEvent" e SET action = o.action, "fromState" = o."fromState", "toState" = o."toState",
        detail = o.detail, salt = o.salt
      FROM "CaseEvent" o WHERE e."caseId" = $1 AND o."caseId" = $1 AND e.sequence + o.sequence = 5 AND e.sequence IN (2, 3)`,
    fault: /: event \d+ \(.+\) is not what was recorded$/m,
  },
  {
    // The links are swapped with them.
    sql: `UPDATE "ChainLink" SET position = position + 1000 WHERE "caseId" = $1 AND position IN (2, 3);
      UPDATE "ChainLink" SET position = 1005 - position WHERE "caseId" = $1 AND position > 1000`,
    fault: /: event 2 \(.+\) does not follow event 1$/m,
  },
  {
    sql: `INSERT INTO "CaseEvent" (id, "caseId", action, "actorType", internal, "createdAt")
      VALUES ('evt_forged', $1, 'review_recorded', 'attorney', true, now())`,
    fault: /: evt_forged is not in the chain$/m,
  },
  {
    sql: `DELETE FROM "ChainLink" WHERE "caseId" = $1 AND position > 3`,
    fault: /: the chain ends after event 3, and its head is event \d+: the end is missing$/m,
  },
  {
    // The end is cut off everywhere: only the head that was kept apart has it.
    sql: `DELETE FROM "CaseEvent" e USING "ChainLink" l WHERE l."caseId" = $1 AND l."eventId" = e.id AND l.position > 1;
      DELETE FROM "ChainLink" WHERE "caseId" = $1 AND position > 1;
      UPDATE "ChainHead" h SET position = l.position, hash = l.hash FROM "ChainLink" l
        WHERE h."caseId" = $1 AND l."caseId" = $1 AND l.position = 1;
      UPDATE "Case" SET sequence = 1, record = NULL WHERE id = $1`,
    fault: /: event \d+, the head that was kept, is missing$/m,
  },
  {
    // The whole chain is computed anew over what was changed, by the triggers of the database itself.
    sql: `CREATE TEMP TABLE kept AS SELECT * FROM "CaseEvent" WHERE "caseId" = $1;
      UPDATE kept SET "actorType" = 'attorney' WHERE sequence = 2;
      DELETE FROM "CaseEvent" WHERE "caseId" = $1;
      DELETE FROM "ChainLink" WHERE "caseId" = $1; DELETE FROM "ChainHead" WHERE "caseId" = $1;
      SET session_replication_role = origin; INSERT INTO "CaseEvent" SELECT * FROM kept`,
    fault: /: event \d+, the head that was kept, is another one$/m,
  },
  {
    sql: `UPDATE "BlobChunk" c SET bytes = set_byte(bytes, 10, (get_byte(bytes, 10) + 1) % 256)
      FROM "Blob" b WHERE b.id = c."blobId" AND b."caseId" = $1`,
    fault: /: the bytes of document doc_\S+ are not those on record/,
  },
  {
    sql: `DELETE FROM "BlobChunk" c USING "Blob" b WHERE b.id = c."blobId" AND b."caseId" = $1;
      DELETE FROM "Document" WHERE "caseId" = $1 AND kind = 'notice'`,
    fault: /are missing(.|\n)*the history names [0-9a-f]{64}, and no document of the case has that hash/,
  },
  { sql: `DELETE FROM "Case" WHERE id = $1`, fault: /: the row of the case is gone$/m },
];

/** Leaves nothing of a case that was tampered with to later tests. */
function forget(caseId: string): Promise<void> {
  const tables = ['CaseEvent', 'TenantDataView', 'ChainLink', 'ChainHead', 'Document'];
  const rows = tables.map((table) => `DELETE FROM "${table}" WHERE "caseId" = $1;`).join(' ');
  return tamper(`${rows} DELETE FROM "Case" WHERE id = $1`, caseId);
}

/** As somebody with the files of the database could. */
async function tamper(sql: string, caseId = ''): Promise<void> {
  await pastTriggers(store, sql.replaceAll('$1', `'${caseId}'`));
}
