import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, PutBucketVersioningCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  type BlobSource,
  type BlobStore,
  createPostgresBlobStore,
  deleteErasedCaseBytes,
  moveToBucket,
  openBlobStore,
  sha256Hex,
  sweepOrphanedBytes,
} from '@evict/store/bytes';
import { openTestStore } from '@evict/store/testing';
import { createS3BlobStore } from '@evict/store/bytes/s3';
import { eraseCase } from '@evict/store/erasure';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startS3Server } from '../support/s3-server.ts';
import { seedDraft } from '../support/seed.ts';

const store = openTestStore(await cloneDatabase());
afterAll(() => store.close());
const bucket = await startS3Server(process.env);
const database = createPostgresBlobStore(store);

const stores = [
  { name: 'the database', blobs: database },
  ...(bucket
    ? [
        { name: 'a bucket', blobs: createS3BlobStore(bucket.s3, bucket.settings.s3Bucket) },
        { name: 'a bucket beside the database', blobs: await openBlobStore(store, bucket.settings) },
      ]
    : []),
];

describe.each(stores)('the blob store in $name', ({ blobs }) => {
  let [caseId, documentId] = ['', ''];
  beforeEach(() => {
    [caseId, documentId] = [`case_${randomUUID()}`, `doc_${randomUUID()}`];
  });

  test('bytes of any value and size are read as they were stored', async () => {
    for (const size of [0, 1, 70_000, 10 * 2 ** 20]) {
      const bytes = Buffer.alloc(size, Buffer.from(Array.from({ length: 256 }, (_, index) => index)));
      const id = `${documentId}-${size}`;
      expect(await blobs.put(caseId, id, bytes)).toBe(sha256Hex(bytes));
      expect((await get(blobs, caseId, id))?.equals(bytes)).toBe(true);
    }
  });

  test('a second put of the same document keeps the first bytes, and returns their hash', async () => {
    const first = await blobs.put(caseId, documentId, Buffer.from('first'));
    expect(await blobs.put(caseId, documentId, Buffer.from('second'))).toBe(first);
    expect(await get(blobs, caseId, documentId)).toEqual(Buffer.from('first'));
  });

  test('if a document is put several times concurrently, only one put stores its bytes, and all return the hash of those bytes', async () => {
    const versions = Array.from({ length: 8 }, (_, index) => Buffer.alloc(20_000, index));
    const told = await Promise.all(versions.map((bytes) => blobs.put(caseId, documentId, bytes)));
    const kept = await get(blobs, caseId, documentId);
    expect(versions.filter((bytes) => kept?.equals(bytes))).toHaveLength(1);
    expect(new Set(told)).toEqual(new Set([sha256Hex(kept ?? Buffer.of())]));
  });

  test('reading bytes that were never stored, or belong to another case, returns null', async () => {
    await blobs.put(caseId, documentId, Buffer.from('of one case'));
    expect(await get(blobs, caseId, `doc_${randomUUID()}`)).toBeNull();
    expect(await get(blobs, `case_${randomUUID()}`, documentId)).toBeNull();
  });

  test('bytes without a document are deleted only after a grace period, and never if their case is unknown', async () => {
    const { caseId: known } = await seedDraft({ store });
    const [named, orphan, unknown] = ['named', 'orphan', 'unknown'].map((name) => `${documentId}-${name}`) as [
      string,
      string,
      string,
    ];
    const row = { caseId: known, kind: 'evidence', filename: 'a.pdf', contentType: 'application/pdf' };
    await store.prisma.document.create({ data: { id: named, ...row, contentHash: '00', sizeBytes: 1 } });
    for (const id of [named, orphan]) await blobs.put(known, id, Buffer.alloc(300 * 1024));
    await blobs.put(caseId, unknown, Buffer.from('x'));
    await sweepOrphanedBytes(store, blobs, { graceDays: 1 });
    expect(await get(blobs, known, orphan)).not.toBeNull();
    await sweepOrphanedBytes(store, blobs, { graceDays: 0 });
    expect(await get(blobs, known, orphan)).toBeNull();
    expect(await get(blobs, known, named)).not.toBeNull();
    expect(await get(blobs, caseId, unknown)).not.toBeNull();
  });

  test("bytes that arrive in chunks are stored like whole ones, and incomplete bytes aren't stored", async () => {
    const bytes = Buffer.alloc(2 ** 20 + 1, 'piece by piece');
    const source = (end: number): BlobSource => ({
      sizeBytes: bytes.length,
      sha256: sha256Hex(bytes),
      async *read(pieceBytes) {
        for (let at = 0; at < end; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
        if (end < bytes.length) throw new Error('the disk failed');
      },
    });
    await expect(blobs.put(caseId, documentId, source(600_000))).rejects.toBeInstanceOf(Error);
    expect(await get(blobs, caseId, documentId)).toBeNull();
    expect(await blobs.put(caseId, documentId, source(bytes.length))).toBe(sha256Hex(bytes));
    expect((await get(blobs, caseId, documentId))?.equals(bytes)).toBe(true);
  });

  test('erasing a case deletes its bytes, but no bytes of other cases', async () => {
    const other = `${caseId}0`;
    for (const id of ['doc_1', 'doc_2']) await blobs.put(caseId, `${documentId}-${id}`, Buffer.from(id));
    await blobs.put(other, `${documentId}-other`, Buffer.from('other'));
    await blobs.eraseCase(caseId);
    expect(await get(blobs, caseId, `${documentId}-doc_1`)).toBeNull();
    expect(await get(blobs, caseId, `${documentId}-doc_2`)).toBeNull();
    expect(await get(blobs, other, `${documentId}-other`)).toEqual(Buffer.from('other'));
    await blobs.eraseCase(caseId);
  });
});

test("chunks of a put whose process died are deleted after the grace period, and the document's bytes stay", async () => {
  const { caseId } = await seedDraft({ store });
  const documentId = `doc_${randomUUID()}`;
  const row = { id: documentId, caseId, kind: 'evidence', filename: 'a.pdf', contentType: 'application/pdf' };
  await store.prisma.document.create({ data: { ...row, contentHash: '00', sizeBytes: 1 } });
  await database.put(caseId, documentId, Buffer.from('whole'));
  const half = { id: randomUUID(), documentId, caseId, sizeBytes: 9, sha256: '00', complete: false };
  await store.prisma.blob.create({ data: half });
  await store.prisma.blobChunk.create({ data: { blobId: half.id, index: 0, bytes: Buffer.from('half') } });
  expect(await sweepOrphanedBytes(store, database, { graceDays: 1 })).toBe(0);
  expect(await sweepOrphanedBytes(store, database, { graceDays: 0 })).toBe(1);
  expect(await store.prisma.blobChunk.count({ where: { blobId: half.id } })).toBe(0);
  expect(await get(database, caseId, documentId)).toEqual(Buffer.from('whole'));
});

test('a bucket without a name is refused', async () => {
  const settings = { blobStore: 's3', s3Endpoint: '', s3Bucket: '', s3Region: 'us-east-1' } as const;
  await expect(openBlobStore(store, settings)).rejects.toThrow('S3_BUCKET must be set');
});

describe.skipIf(!bucket)('a blob store in a bucket', () => {
  const { s3, settings, keysUnder } = bucket ?? ({} as NonNullable<typeof bucket>);
  const open = () => openBlobStore(store, settings);

  test('a case with more than a thousand objects is erased completely', async () => {
    const blobs = await open();
    const caseId = `case_${randomUUID()}`;
    // The client has 50 connections.
    for (let first = 0; first < 1050; first += 50) {
      const keys = Array.from({ length: 50 }, (_, index) => `${caseId}/doc_${first + index}`);
      await Promise.all(
        keys.map((Key) => s3.send(new PutObjectCommand({ Bucket: settings.s3Bucket, Key, Body: 'x' }))),
      );
    }
    expect(await keysUnder(caseId)).toHaveLength(1000);
    await blobs.eraseCase(caseId);
    expect(await keysUnder(caseId)).toEqual([]);
  });

  test('bytes in the database stay readable and unchanged when a bucket is introduced', async () => {
    const blobs = await open();
    const [caseId, documentId] = [`case_${randomUUID()}`, `doc_${randomUUID()}`];
    const hash = await database.put(caseId, documentId, Buffer.from('older'));
    expect(await blobs.put(caseId, documentId, Buffer.from('newer'))).toBe(hash);
    expect(await get(blobs, caseId, documentId)).toEqual(Buffer.from('older'));
    await blobs.eraseCase(caseId);
    expect(await get(database, caseId, documentId)).toBeNull();
  });

  test('bytes in the database can be moved to the bucket, and a repeated move does nothing', async () => {
    await store.prisma.blob.deleteMany();
    const caseId = `case_${randomUUID()}`;
    for (const id of ['doc_a', 'doc_b']) await database.put(caseId, id, Buffer.from(id));
    expect(await moveToBucket(store, settings)).toBe(2);
    expect(await moveToBucket(store, settings)).toBe(0);
    expect(await store.prisma.blob.count()).toBe(0);
    expect(await get(await open(), caseId, 'doc_b')).toEqual(Buffer.from('doc_b'));
  });

  test("documents can't be moved to a bucket that keeps old versions, and a case can't be erased from a bucket of that kind", async () => {
    const versioned = { ...settings, s3Bucket: 'with-versions' };
    await s3.send(new CreateBucketCommand({ Bucket: versioned.s3Bucket }));
    const VersioningConfiguration = { Status: 'Enabled' } as const;
    await s3.send(new PutBucketVersioningCommand({ Bucket: versioned.s3Bucket, VersioningConfiguration }));
    await expect(moveToBucket(store, versioned)).rejects.toThrow('the bucket keeps old versions');
    const blobs = await openBlobStore(store, versioned);
    await blobs.put('case_1', 'doc_1', Buffer.from('kept for ever'));
    await expect(blobs.eraseCase('case_1')).rejects.toThrow('the bucket keeps old versions');
  });

  test("a request to an unreachable bucket fails, and the error doesn't contain the bytes", async () => {
    const away = await openBlobStore(store, { ...settings, s3Endpoint: 'http://127.0.0.1:1' });
    const put = away.put('case_1', 'doc_1', Buffer.from('secret'));
    await expect(put).rejects.toThrow('ECONNREFUSED');
    await expect(put).rejects.not.toThrow('secret');
  });
});

describe.skipIf(!bucket)('an interrupted erasure', () => {
  const { settings, keysUnder } = bucket ?? ({} as NonNullable<typeof bucket>);

  test('whose process died before the bucket was cleared is finished by the next retention run', async () => {
    const blobs = await openBlobStore(store, settings);
    const [erased, open] = [await seedFinished(), await seedFinished()];
    for (const caseId of [erased, open, 'case_of_nobody']) await blobs.put(caseId, 'doc_1', Buffer.from('bytes'));
    expect(await deleteErasedCaseBytes(store, blobs)).toMatchObject({ erased: 0 });
    const dying = { ...blobs, eraseCase: () => Promise.reject(new Error('the process died')) };
    const request = { caseId: erased, operator: 'robin', list: '' };
    await expect(eraseCase(store, { ...request, blobs: dying })).rejects.toThrow('the process died');
    expect(await get(blobs, erased, 'doc_1')).not.toBeNull();
    expect(await deleteErasedCaseBytes(store, blobs)).toMatchObject({ erased: 1 });
    expect(await keysUnder(erased)).toEqual([]);
    expect(await get(blobs, open, 'doc_1')).not.toBeNull();
    // The bytes of an unknown case stay, because a restore may still bring the case back.
    expect(await get(blobs, 'case_of_nobody', 'doc_1')).not.toBeNull();
  });

  test('that failed at the bucket is finished when it is repeated', async () => {
    const blobs = await openBlobStore(store, settings);
    const caseId = await seedFinished();
    await blobs.put(caseId, 'doc_1', Buffer.from('bytes'));
    const away = await openBlobStore(store, { ...settings, s3Endpoint: 'http://127.0.0.1:1' });
    const request = { caseId, operator: 'robin', list: '' };
    await expect(eraseCase(store, { ...request, blobs: away })).rejects.toBeInstanceOf(Error);
    expect(await eraseCase(store, { ...request, blobs })).toMatchObject({ ok: true, again: true });
    expect(await get(blobs, caseId, 'doc_1')).toBeNull();
  });
});

/** Returns all stored bytes, or null if there are none. */
async function get(blobs: BlobStore, caseId: string, documentId: string): Promise<Buffer | null> {
  const blob = await blobs.open(caseId, documentId);
  if (!blob) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of blob.read()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(bytes.length).toBe(blob.sizeBytes);
  return bytes;
}

async function seedFinished(): Promise<string> {
  const { caseId } = await seedDraft({ store });
  await store.prisma.case.update({ where: { id: caseId }, data: { state: 'withdrawn' } });
  return caseId;
}
