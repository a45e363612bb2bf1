import {
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type BlobSource, type BlobStore, sha256Of, type StoredBlob, type StoredId, toSource } from './blob-store.ts';

/**
 * Keeps the bytes in a bucket, under the id of the case and that of the document: erasure finds all of a case by what
 * its keys begin with, also those that no row names. Errors of the server pass through; they hold ids alone.
 */
export function createS3BlobStore(s3: S3Client, bucket: string): BlobStore {
  const Bucket = bucket;
  return {
    async put(caseId, documentId, bytes) {
      const source = toSource(bytes);
      for (let tries = 1; ; tries += 1) {
        try {
          await putOnce(caseId, documentId, source);
          return source.sha256;
        } catch (error) {
          const status = statusOf(error);
          if (status === alreadyThere) {
            const kept = await open(caseId, documentId);
            return kept ? sha256Of(kept) : source.sha256;
          }
          if (status !== beingWritten || tries === conflictTries) throw error;
          await pause(50 * tries);
        }
      }
    },
    open,
    async eraseCase(caseId) {
      for (let gone = ''; ;) {
        const [first, ...rest] = await keysOf(caseId);
        if (first === undefined) return;
        if (first === gone) throw new Error('what was deleted from the bucket is still in it');
        await remove([first, ...rest]);
        gone = first;
      }
    },
    async *listOlderThan(days) {
      const until = Date.now() - days * dayMs;
      for (let after: string | undefined; ;) {
        const command = new ListObjectsV2Command({ Bucket, ContinuationToken: after });
        const page = await within(headDeadlineMs, (signal) => s3.send(command, signal));
        const old = (page.Contents ?? []).filter(({ LastModified }) => (LastModified?.getTime() ?? until + 1) <= until);
        const ids = old.flatMap(({ Key = '' }): StoredId[] => {
          const [caseId, documentId] = Key.split('/');
          return caseId && documentId ? [{ caseId, documentId }] : [];
        });
        if (ids.length > 0) yield ids;
        after = page.NextContinuationToken;
        if (after === undefined) return;
      }
    },
    remove: ({ caseId, documentId }) => remove([keyOf(caseId, documentId)]),
    async *casesOutside() {
      for (let after: string | undefined; ;) {
        const command = new ListObjectsV2Command({ Bucket, Delimiter: '/', ContinuationToken: after });
        const page = await within(headDeadlineMs, (signal) => s3.send(command, signal));
        const caseIds = (page.CommonPrefixes ?? []).flatMap(({ Prefix }) => (Prefix ? [Prefix.slice(0, -1)] : []));
        if (caseIds.length > 0) yield caseIds;
        after = page.NextContinuationToken;
        if (after === undefined) return;
      }
    },
  };

  /** Sent piece by piece where it is large, with its length and hash ahead of it: other bytes are refused. */
  async function putOnce(caseId: string, documentId: string, source: BlobSource): Promise<void> {
    const pieces = Readable.from(source.read(pieceBytes), { objectMode: false });
    // The SDK does not look at it: a source that fails would end the process.
    const failed = new Promise<never>((_resolve, reject) => pieces.on('error', reject));
    failed.catch(() => {});
    const command = new PutObjectCommand({
      Bucket,
      Key: keyOf(caseId, documentId),
      Body: source.sizeBytes > pieceBytes ? pieces : Buffer.concat(await pieces.toArray()),
      ContentLength: source.sizeBytes,
      ChecksumSHA256: Buffer.from(source.sha256, 'hex').toString('base64'),
      IfNoneMatch: '*',
    });
    try {
      await within(putDeadlineMs, (signal) => Promise.race([s3.send(command, signal), failed]));
    } finally {
      pieces.destroy();
    }
  }

  async function open(caseId: string, documentId: string): Promise<StoredBlob | null> {
    const object = { Bucket, Key: keyOf(caseId, documentId) };
    try {
      const { ContentLength } = await within(headDeadlineMs, (signal) =>
        s3.send(new HeadObjectCommand(object), signal),
      );
      return { sizeBytes: ContentLength ?? 0, read: () => read(object) };
    } catch (error) {
      if (statusOf(error) === notThere) return null;
      throw error;
    }
  }

  async function* read(object: { Bucket: string; Key: string }): AsyncGenerator<Buffer, void, undefined> {
    // How long its body takes is for whoever reads it; the deadline is for its head.
    const { Body } = await within(headDeadlineMs, (signal) => s3.send(new GetObjectCommand(object), signal));
    if (!(Body instanceof Readable)) throw new Error('the bucket gave no bytes');
    yield* Body as AsyncIterable<Buffer>;
  }

  /** At most a thousand, which is what one request deletes. */
  async function keysOf(caseId: string): Promise<string[]> {
    const command = new ListObjectsV2Command({ Bucket, Prefix: keyOf(caseId, '') });
    const listed = await within(headDeadlineMs, (signal) => s3.send(command, signal));
    return (listed.Contents ?? []).flatMap(({ Key }) => Key ?? []);
  }

  async function remove(keys: readonly string[]): Promise<void> {
    const Objects = keys.map((Key) => ({ Key }));
    const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects } });
    const { Deleted = [], Errors = [] } = await within(headDeadlineMs, (signal) => s3.send(command, signal));
    if (Errors[0]) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0].Code ?? 'unknown'}`);
    if (Deleted.some(({ DeleteMarker }) => DeleteMarker)) throw new Error(keepsVersions);
  }
}

/** Throws where the bucket cannot be reached, or keeps what is deleted from it. */
export async function checkBucket(s3: S3Client, bucket: string): Promise<void> {
  const command = new GetBucketVersioningCommand({ Bucket: bucket });
  const { Status } = await within(headDeadlineMs, (signal) => s3.send(command, signal));
  if (Status !== undefined) throw new Error(keepsVersions);
}

const keepsVersions = 'the bucket keeps versions: nothing is ever erased from it';
/** 404, 412, and 409 where another write of the same key is under way: Amazon then asks to try again. */
const notThere = 404;
const alreadyThere = 412;
const beingWritten = 409;
const conflictTries = 5;

/** Ten megabytes at a slow bucket. */
const putDeadlineMs = 60_000;
const headDeadlineMs = 10_000;
const pieceBytes = 256 * 1024;
const dayMs = 86_400_000;

/** Runs a request, and gives it up when it takes longer. */
async function within<T>(ms: number, run: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    return await run({ abortSignal: controller.signal });
  } catch (error) {
    controller.abort();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function keyOf(caseId: string, documentId: string): string {
  return `${caseId}/${documentId}`;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
