import { defaultStorageQuota } from '@evict/contract';
import { eraseCase } from '@evict/store/erasure';
import { deleteSandboxShell } from '@evict/store/retention';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { pastTriggers } from '../support/past-triggers.ts';
import { sharedService } from '../support/service.ts';

/** The quota that is left to the organizations of these tests. */
const quota = 20_000;
const used = defaultStorageQuota.test - quota;
const service = await sharedService();
const { stack } = service;
const { pool, prisma } = stack.store;

/** Signs up an organization that has used up its storage quota except for the rest. */
async function signUp() {
  const customer = await service.signUp();
  const { organizationId } = customer;
  await prisma.storedBytes.create({ data: { organizationId, mode: 'test', bytes: used } });
  return customer;
}

/** Returns the counted bytes beyond those that were used up, and the bytes that are really stored. */
async function storedBy(organizationId: string): Promise<{ counted: number; there: number }> {
  const { rows } = await pool.query<{ counted: number; there: number }>(
    `SELECT coalesce((SELECT bytes FROM "StoredBytes" WHERE "organizationId" = $1 AND mode = 'test') - $2, 0)::int AS counted,
      (coalesce((SELECT sum(octet_length(facts::text)) FROM "Case" WHERE "organizationId" = $1), 0)
        + coalesce((SELECT sum(d."sizeBytes") FROM "Document" d JOIN "Case" c ON c.id = d."caseId"
            WHERE c."organizationId" = $1 AND d.purpose IS NOT NULL), 0))::int AS there`,
    [organizationId, used],
  );
  return rows[0] ?? expect.unreachable();
}

async function expectExact(organizationId: string): Promise<number> {
  const { counted, there } = await storedBy(organizationId);
  expect(counted).toBe(there);
  return counted;
}

const text = (length: number) => buildFacts({ freeText: 'x'.repeat(length) });
const bytes = (length: number) => Buffer.alloc(length, 'x');

test('uploads are accepted up to the last byte of the quota, and one byte more gets a 413 that mentions the quota', async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts());
  const room = quota - (await expectExact(customer.organizationId));
  const refused = await customer.tryUpload(id, { bytes: bytes(room + 1) });
  expect([refused.status, refused.body.error.code]).toEqual([413, 'payload_too_large']);
  expect(refused.body.error.message).toContain('used up its storage quota');
  expect(await expectExact(customer.organizationId)).toBe(quota - room);
  expect(await prisma.blob.count({ where: { caseId: id } })).toBe(0);
  expect((await customer.tryUpload(id, { bytes: bytes(room) })).status).toBe(201);
  expect(await expectExact(customer.organizationId)).toBe(quota);
  expect((await customer.tryUpload(id, { bytes: bytes(1) })).status).toBe(413);
  expect((await customer.send('POST', '/v1/cases', { body: buildFacts() })).status).toBe(413);
});

test('changes to a draft are accepted up to the last byte of the quota, and a draft can always become smaller', async () => {
  const customer = await signUp();
  const { id } = await customer.create(text(1000));
  const spare = (await customer.create(text(1))).id;
  const room = quota - (await expectExact(customer.organizationId));
  await customer.upload(id, { bytes: bytes(room - 100) });
  const edit = (length: number) =>
    customer.send('PATCH', `/v1/cases/${id}`, { body: { freeText: 'x'.repeat(length) } });
  expect((await edit(1101)).status).toBe(413);
  expect((await edit(1100)).status).toBe(200);
  expect(await expectExact(customer.organizationId)).toBe(quota);
  expect((await edit(1101)).status).toBe(413);
  // More bytes are stored than the quota allows, as after the quota was lowered.
  await prisma.storedBytes.updateMany({
    where: { organizationId: customer.organizationId },
    data: { bytes: { increment: 500 } },
  });
  expect((await edit(1050)).status).toBe(200);
  expect((await customer.send('PATCH', `/v1/cases/${spare}`, { body: { freeText: 'xx' } })).status).toBe(413);
});

test('concurrent uploads and new cases fill the quota but never exceed it, and the byte count stays exact', async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts());
  const another = (await customer.create(buildFacts())).id;
  const uploads = Array.from({ length: 30 }, (_, index) =>
    customer.tryUpload(index % 2 ? id : another, { filename: `${index}.pdf`, bytes: bytes(900) }),
  );
  const creates = Array.from({ length: 30 }, () => customer.send('POST', '/v1/cases', { body: text(300) }));
  const statuses = (await Promise.all([...uploads, ...creates])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201, 413]));
  const stored = await expectExact(customer.organizationId);
  expect(stored).toBeLessThanOrEqual(quota);
  expect(stored).toBeGreaterThan(quota - 2000);
});

test("a full quota doesn't affect other organizations, and erasing a case makes room again", async () => {
  const [customer, other] = [await signUp(), await signUp()];
  const { id } = await customer.create(buildFacts());
  const room = quota - (await expectExact(customer.organizationId));
  await customer.upload(id, { bytes: bytes(room) });
  expect((await customer.send('POST', '/v1/cases', { body: buildFacts() })).status).toBe(413);
  expect((await other.send('POST', '/v1/cases', { body: buildFacts() })).status).toBe(201);
  await customer.withdraw(id);
  const erased = await eraseCase(stack.store, { caseId: id, operator: 'robin', list: '', blobs: stack.blobs });
  expect(erased.ok).toBe(true);
  expect(await expectExact(customer.organizationId)).toBeLessThan(500);
  expect((await customer.send('POST', '/v1/cases', { body: buildFacts() })).status).toBe(201);
});

test('deleting an upload or the remains of an erased case reduces the counted bytes', async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts());
  const document = await customer.upload(id, { bytes: bytes(1000) });
  const before = await expectExact(customer.organizationId);
  expect((await customer.send('DELETE', `/v1/cases/${id}/documents/${document.id}`)).status).toBe(204);
  expect(await expectExact(customer.organizationId)).toBe(before - 1000);
  await customer.withdraw(id);
  await eraseCase(stack.store, { caseId: id, operator: 'robin', list: '', blobs: stack.blobs });
  expect(await expectExact(customer.organizationId)).toBeGreaterThan(0);
  await pastTriggers(stack.store, `UPDATE "Case" SET "erasedAt" = now() - interval '366 days' WHERE id = $1`, [id]);
  expect(await deleteSandboxShell(stack.store, id, '')).toBe(true);
  expect(await expectExact(customer.organizationId)).toBe(0);
});
