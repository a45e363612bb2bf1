import { attest, type CaseFacts } from '@evict/case-model';
import { eraseCase } from '@evict/store/erasure';
import { verifyCase } from '@evict/store/evidence';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { opsFor } from '../support/ops.ts';
import { pastTriggers } from '../support/past-triggers.ts';
import { startService } from '../support/service.ts';

// These tests check the evidence that later proves who approved which bytes.

const service = await startService({ liveMode: true });
const { store, blobs } = service.stack;
const { attorney, inReview, submitted } = liveWorld(service);
const avery = await attorney();
const ops = opsFor(service.stack);
const verified = (caseId: string) => verifyCase({ store, blobs }, caseId);

test("submitting a case records the exact wording that was attested, and by whom, in an event that the attorney and operators see but the customer doesn't", async () => {
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
});

test("verification finds an approval that has no command of its attorney, and an approval that isn't in the history", async () => {
  const [{ id: forged }, { id: without }] = [await inReview(), await inReview()];
  expect((await avery.approve(without)).body.state).toBe('notice_approved');
  expect(await ops.json('case', 'verify', without)).toMatchObject({ id: without, verified: true, approvals: 1 });
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

test('an erased case can still be verified by its approvals and hashes, although its bytes are gone', async () => {
  const customer = await service.signUp();
  const { id } = await customer.submitted(buildFacts(), [{ bytes: pdf('Lease') }]);
  await customer.advanceBy(id, 2);
  await customer.withdraw(id);
  const before = await verified(id);
  expect(before).toMatchObject({ faults: [], approvals: 1 });
  expect(before?.documents).toBeGreaterThan(1);
  await eraseCase(store, { caseId: id, operator: 'robin', list: '', blobs });
  expect(await verified(id)).toMatchObject({ faults: [], approvals: 1, documents: 0 });
});

test('verifying all cases finds changed bytes, missing bytes and missing documents, and names each of them', async () => {
  const customer = await service.signUp();
  const prepare = async () => {
    const { id } = await customer.submitted(buildFacts(), [{ bytes: pdf('Lease') }]);
    await customer.advanceBy(id, 2);
    return id;
  };
  const cases = await Promise.all(tamperings.map(prepare));
  const verify = () => ops.run(['case', 'verify', '--all', '--operator', 'robin', '--json']);
  expect(await verify()).toMatchObject({ code: 0, stderr: '' });
  for (const [index, { sql }] of tamperings.entries()) await tamper(sql, cases[index]);
  const { code, stdout, stderr } = await verify();
  expect([code, stdout]).toEqual([4, '']);
  const { error } = JSON.parse(stderr) as { error: { code: string; details: { faults: string[] } } };
  expect(error.code).toBe('not_verified');
  for (const [index, { sql, faults }] of tamperings.entries()) {
    const found = error.details.faults.filter((one) => one.startsWith(`${cases[index]}: `)).join('\n');
    for (const fault of faults) expect(found, sql).toMatch(fault);
  }
});

/** How the n-th case is tampered with, bypassing every trigger, and the errors that verification must report. */
const tamperings: { sql: string; faults: RegExp[] }[] = [
  {
    sql: `UPDATE "BlobChunk" c SET bytes = set_byte(bytes, 10, (get_byte(bytes, 10) + 1) % 256)
      FROM "Blob" b WHERE b.id = c."blobId" AND b."caseId" = $1`,
    faults: [/: the bytes of document doc_\S+ do not match the hash on record/],
  },
  {
    sql: `DELETE FROM "BlobChunk" c USING "Blob" b WHERE b.id = c."blobId" AND b."caseId" = $1`,
    faults: [/: the bytes of document doc_\S+ are missing/],
  },
  {
    sql: `DELETE FROM "Document" WHERE "caseId" = $1 AND kind = 'notice'`,
    faults: [/: the history names the hash [0-9a-f]{64}, but no document of the case has it/],
  },
];

/** Deletes a case that was tampered with, so later tests don't find it. */
function forget(caseId: string): Promise<void> {
  const tables = ['CaseEvent', 'TenantDataView', 'Document'];
  const rows = tables.map((table) => `DELETE FROM "${table}" WHERE "caseId" = $1;`).join(' ');
  return tamper(`${rows} DELETE FROM "Case" WHERE id = $1`, caseId);
}

/** Tampers with the database the way somebody with access to its files could. */
async function tamper(sql: string, caseId = ''): Promise<void> {
  await pastTriggers(store, sql.replaceAll('$1', `'${caseId}'`));
}
