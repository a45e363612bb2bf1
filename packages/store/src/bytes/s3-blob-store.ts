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
 * Stores bytes in a bucket under `<case>/<document>`, so that erasure finds everything that belongs to a case by its
 * prefix. Errors from the server are passed on, because they contain only ids.
 */
export function createS3BlobStore(s3: S3Client, bucket: string): BlobStore {
  const Bucket = bucket;
  return {
    isBucket: true,
    async put(caseId, documentId, bytes) {
      const source = toSource(bytes);
      for (let attempts = 1; ; attempts += 1) {
        try {
          await putOnce(caseId, documentId, source);
          return source.sha256;
        } catch (error) {
          const status = statusOf(error);
          if (status === preconditionFailed) {
            const stored = await open(caseId, documentId);
            return stored ? sha256Of(stored) : source.sha256;
          }
          if (status !== conflict || attempts === maxConflicts) throw error;
          await pause(50 * attempts);
        }
      }
    },
    open,
    async eraseCase(caseId) {
      for (let deleted = ''; ;) {
        const [first, ...rest] = await keysOf(caseId);
        if (first === undefined) return;
        if (first === deleted) throw new Error('deleted objects are still in the bucket');
        await remove([first, ...rest]);
        deleted = first;
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

  /** Sends the length and hash first, so that the server refuses any other bytes. Streams bytes larger than a chunk. */
  async function putOnce(caseId: string, documentId: string, source: BlobSource): Promise<void> {
    const chunks = Readable.from(source.read(chunkBytes), { objectMode: false });
    // The SDK ignores errors from this stream, and without a listener they would end the process.
    const failed = new Promise<never>((_resolve, reject) => chunks.on('error', reject));
    failed.catch(() => {});
    const command = new PutObjectCommand({
      Bucket,
      Key: keyOf(caseId, documentId),
      Body: source.sizeBytes > chunkBytes ? chunks : Buffer.concat(await chunks.toArray()),
      ContentLength: source.sizeBytes,
      ChecksumSHA256: Buffer.from(source.sha256, 'hex').toString('base64'),
      IfNoneMatch: '*',
    });
    try {
      await within(putDeadlineMs, (signal) => Promise.race([s3.send(command, signal), failed]));
    } finally {
      chunks.destroy();
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
      if (statusOf(error) === notFound) return null;
      throw error;
    }
  }

  async function* read(object: { Bucket: string; Key: string }): AsyncGenerator<Buffer, void, undefined> {
    // The deadline applies only to the response headers. The consumer sets the pace of the body.
    const { Body } = await within(headDeadlineMs, (signal) => s3.send(new GetObjectCommand(object), signal));
    if (!(Body instanceof Readable)) throw new Error('the bucket returned no bytes');
    yield* Body as AsyncIterable<Buffer>;
  }

  /** Returns up to a thousand of a case's keys, which is the limit for one delete request. */
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

/** Throws if the bucket can't be reached or keeps old versions. */
export async function checkBucket(s3: S3Client, bucket: string): Promise<void> {
  const command = new GetBucketVersioningCommand({ Bucket: bucket });
  const { Status } = await within(headDeadlineMs, (signal) => s3.send(command, signal));
  if (Status !== undefined) throw new Error(keepsVersions);
}

const keepsVersions = 'the bucket keeps old versions, so nothing would ever be erased from it';
/**
 * S3 status codes: 404 if there is no such object, 412 if a precondition failed, and 409 if the same key was being
 * written at the same time, after which AWS asks for a retry.
 */
const notFound = 404;
const preconditionFailed = 412;
const conflict = 409;
const maxConflicts = 5;

/** Long enough to store ten megabytes in a slow bucket. */
const putDeadlineMs = 60_000;
const headDeadlineMs = 10_000;
const chunkBytes = 256 * 1024;
const dayMs = 86_400_000;

/** Runs a request and aborts it after `ms` milliseconds. */
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
