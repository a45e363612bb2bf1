import { createPostgresBlobStore } from '@evict/documents';
import { openStore } from '@evict/store';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';

const store = openStore(await cloneDatabase());
const blobs = createPostgresBlobStore(store.pool);
afterAll(() => store.close());

test('bytes come back as they were put, of any value and size', async () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
  await blobs.put('case_1', 'doc_1', bytes);
  expect(await blobs.get('doc_1')).toEqual(bytes);
});

test('a second put keeps the first bytes', async () => {
  await blobs.put('case_1', 'doc_2', Buffer.from('first'));
  await blobs.put('case_1', 'doc_2', Buffer.from('second'));
  expect(await blobs.get('doc_2')).toEqual(Buffer.from('first'));
});

test('puts at once leave one of them, whole', async () => {
  const versions = Array.from({ length: 8 }, (_, index) => Buffer.alloc(20_000, index));
  await Promise.all(versions.map((bytes) => blobs.put('case_1', 'doc_3', bytes)));
  const kept = await blobs.get('doc_3');
  expect(versions.filter((bytes) => kept?.equals(bytes))).toHaveLength(1);
});

test('there is null for bytes that were never put', async () => {
  expect(await blobs.get('doc_none')).toBeNull();
});
