import {
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { setTimeout as pause } from 'node:timers/promises';
import { type BlobStore, sha256Hex } from './blob-store.ts';

/**
 * Keeps the bytes in a bucket, under the id of the case and that of the document: erasure finds all of a case by what
 * its keys begin with, also those that no row names. Errors of the server pass through; they hold ids alone.
 */
export function createS3BlobStore(s3: S3Client, bucket: string): BlobStore {
  const Bucket = bucket;
  return {
    async put(caseId, documentId, bytes) {
      const object = { Bucket, Key: keyOf(caseId, documentId), Body: bytes, IfNoneMatch: '*' };
      for (let tries = 1; ; tries += 1) {
        try {
          await s3.send(new PutObjectCommand(object), deadline());
          return sha256Hex(bytes);
        } catch (error) {
          const status = statusOf(error);
          if (status === alreadyThere) return sha256Hex((await get(caseId, documentId)) ?? bytes);
          if (status !== beingWritten || tries === conflictTries) throw error;
          await pause(50 * tries);
        }
      }
    },
    get,
    async eraseCase(caseId) {
      for (let gone = ''; ;) {
        const [first, ...rest] = await keysOf(caseId);
        if (first === undefined) return;
        if (first === gone) throw new Error('what was deleted from the bucket is still in it');
        await remove([first, ...rest]);
        gone = first;
      }
    },
    async *casesOutside() {
      for (let after: string | undefined; ;) {
        const page = await s3.send(
          new ListObjectsV2Command({ Bucket, Delimiter: '/', ContinuationToken: after }),
          deadline(),
        );
        const caseIds = (page.CommonPrefixes ?? []).flatMap(({ Prefix }) => (Prefix ? [Prefix.slice(0, -1)] : []));
        if (caseIds.length > 0) yield caseIds;
        after = page.NextContinuationToken;
        if (after === undefined) return;
      }
    },
  };

  async function get(caseId: string, documentId: string): Promise<Buffer | null> {
    try {
      const object = { Bucket, Key: keyOf(caseId, documentId) };
      const { Body } = await s3.send(new GetObjectCommand(object), deadline());
      return Body ? Buffer.from(await Body.transformToByteArray()) : null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  /** At most a thousand, which is what one request deletes. */
  async function keysOf(caseId: string): Promise<string[]> {
    const listed = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: keyOf(caseId, '') }), deadline());
    return (listed.Contents ?? []).flatMap(({ Key }) => Key ?? []);
  }

  async function remove(keys: readonly string[]): Promise<void> {
    const Objects = keys.map((Key) => ({ Key }));
    const { Deleted = [], Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects } }),
      deadline(),
    );
    if (Errors[0]) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0].Code ?? 'unknown'}`);
    if (Deleted.some(({ DeleteMarker }) => DeleteMarker)) throw new Error(keepsVersions);
  }
}

/** Throws where the bucket cannot be reached, or keeps what is deleted from it. */
export async function checkBucket(s3: S3Client, bucket: string): Promise<void> {
  const { Status } = await s3.send(new GetBucketVersioningCommand({ Bucket: bucket }), deadline());
  if (Status !== undefined) throw new Error(keepsVersions);
}

const keepsVersions = 'the bucket keeps versions: nothing is ever erased from it';
/** 412, and 409 where another write of the same key is under way: Amazon then asks to try again. */
const alreadyThere = 412;
const beingWritten = 409;
const conflictTries = 5;

/** An upload waits for its bytes with its case locked, at most 15 s. */
function deadline(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(10_000) };
}

function keyOf(caseId: string, documentId: string): string {
  return `${caseId}/${documentId}`;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
