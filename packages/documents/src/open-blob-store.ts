import { type BlobStore, createPostgresBlobStore, type Queryable, sha256Hex } from './blob-store.ts';

export interface BlobStoreSettings {
  blobStore: 'postgres' | 's3';
  /** Empty for Amazon's own. */
  s3Endpoint: string;
  s3Bucket: string;
  s3Region: string;
}

/**
 * The store that the settings name. A bucket takes what is new; bytes that are in the database stay readable there
 * until `moveToBucket` has moved them. Throws where no bucket is named.
 */
export async function openBlobStore(pool: Queryable, settings: BlobStoreSettings): Promise<BlobStore> {
  const database = createPostgresBlobStore(pool);
  if (settings.blobStore === 'postgres') return database;
  const { store } = await openBucket(settings);
  return inBoth(store, database);
}

/**
 * Moves the bytes that are in the database to the bucket, once no process stores them in the database any more, and
 * answers how many there were; can be broken off and begun again. Checks the bucket first.
 */
export async function moveToBucket(pool: Queryable, settings: BlobStoreSettings): Promise<number> {
  const { store, check } = await openBucket(settings);
  await check();
  for (let moved = 0; ; moved += 1) {
    const { rows } = await pool.query('SELECT * FROM "Blob" LIMIT 1', []);
    const [blob] = rows as { documentId: string; caseId: string; bytes: Buffer }[];
    if (!blob) return moved;
    const { caseId, documentId, bytes } = blob;
    const hash = await store.put(caseId, documentId, bytes);
    if (hash !== sha256Hex(bytes)) throw new Error(`${documentId} has other bytes in the bucket`);
    await pool.query('DELETE FROM "Blob" WHERE "documentId" = $1', [documentId]);
  }
}

/** The client of buckets is loaded only where it is used. */
async function openBucket({ s3Endpoint, s3Bucket, s3Region }: BlobStoreSettings) {
  if (s3Bucket === '') throw new Error('S3_BUCKET must be set where BLOB_STORE is s3');
  const [{ S3Client }, { checkBucket, createS3BlobStore }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('./s3-blob-store.ts'),
  ]);
  const s3 = new S3Client({
    region: s3Region,
    ...(s3Endpoint !== '' && { endpoint: s3Endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: 2000 },
  });
  return { store: createS3BlobStore(s3, s3Bucket), check: () => checkBucket(s3, s3Bucket) };
}

function inBoth(bucket: BlobStore, database: BlobStore): BlobStore {
  return {
    async put(caseId, documentId, bytes) {
      const older = await database.get(caseId, documentId);
      return older ? sha256Hex(older) : bucket.put(caseId, documentId, bytes);
    },
    get: async (caseId, documentId) =>
      (await bucket.get(caseId, documentId)) ?? (await database.get(caseId, documentId)),
    async eraseCase(caseId) {
      await database.eraseCase(caseId);
      await bucket.eraseCase(caseId);
    },
    casesOutside: () => bucket.casesOutside(),
  };
}
