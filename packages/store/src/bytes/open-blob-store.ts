import { firstRow, type Store } from '../database/store.ts';
import { type BlobStore, sha256Of } from './blob-store.ts';
import { createPostgresBlobStore } from './postgres-blob-store.ts';

export interface BlobStoreSettings {
  blobStore: 'postgres' | 's3';
  /** Empty for AWS. */
  s3Endpoint: string;
  s3Bucket: string;
  s3Region: string;
}

/**
 * Opens the configured storage. With a bucket, new bytes go to the bucket, and bytes in the database stay readable
 * until `moveToBucket` has moved them. Throws if a bucket is required but not configured.
 */
export async function openBlobStore(store: Store, settings: BlobStoreSettings): Promise<BlobStore> {
  const database = createPostgresBlobStore(store);
  if (settings.blobStore === 'postgres') return database;
  const { bucket } = await openBucket(settings);
  return inBoth(bucket, database);
}

/**
 * Moves all bytes from the database to the bucket and returns how many blobs there were. Checks the bucket first. Run
 * it once no process stores bytes in the database anymore. It can be interrupted and run again.
 */
export async function moveToBucket(store: Store, settings: BlobStoreSettings): Promise<number> {
  const { bucket, check } = await openBucket(settings);
  await check();
  const database = createPostgresBlobStore(store);
  for (let moved = 0; ; moved += 1) {
    const found = await firstRow<{ documentId: string; caseId: string; sha256: string }>(store)`
      SELECT "documentId", "caseId", sha256 FROM "Blob" WHERE complete LIMIT 1`;
    if (!found) return moved;
    const { caseId, documentId, sha256 } = found;
    const blob = await database.open(caseId, documentId);
    if (!blob) continue; // it was erased meanwhile
    const source = { sizeBytes: blob.sizeBytes, sha256, read: () => blob.read() };
    const kept = await bucket.put(caseId, documentId, source);
    if (kept !== sha256) throw new Error(`the bucket and the database have different bytes for ${documentId}`);
    await database.remove({ caseId, documentId });
  }
}

/**
 * Opens the configured bucket. Loads the S3 client only here, because most processes run without a bucket. `check`
 * verifies that the bucket can be used.
 */
async function openBucket({ s3Endpoint, s3Bucket, s3Region }: BlobStoreSettings) {
  if (s3Bucket === '') throw new Error('S3_BUCKET must be set if BLOB_STORE is s3');
  const [{ S3Client }, { checkBucket, createS3BlobStore }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('./s3-blob-store.ts'),
  ]);
  const s3 = new S3Client({
    region: s3Region,
    ...(s3Endpoint !== '' && { endpoint: s3Endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: 2000 },
    // `put` sends its own hash. Another checksum would make the SDK re-chunk the body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  return { bucket: createS3BlobStore(s3, s3Bucket), check: () => checkBucket(s3, s3Bucket) };
}

function inBoth(bucket: BlobStore, database: BlobStore): BlobStore {
  return {
    isBucket: true,
    async put(caseId, documentId, source) {
      const older = await database.open(caseId, documentId);
      return older ? sha256Of(older) : bucket.put(caseId, documentId, source);
    },
    open: async (caseId, documentId) =>
      (await bucket.open(caseId, documentId)) ?? (await database.open(caseId, documentId)),
    async eraseCase(caseId) {
      await database.eraseCase(caseId);
      await bucket.eraseCase(caseId);
    },
    casesOutside: () => bucket.casesOutside(),
    async *listOlderThan(days) {
      yield* database.listOlderThan(days);
      yield* bucket.listOlderThan(days);
    },
    async remove(id) {
      await database.remove(id);
      await bucket.remove(id);
    },
  };
}
