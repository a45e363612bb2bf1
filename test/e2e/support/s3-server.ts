import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { BlobStoreSettings } from '@evict/store/bytes';
import { freePort } from '@evict/local';
import { afterAll } from 'vitest';
import { startGoServer } from './go-server.ts';

/** An S3 server with a bucket. */
export interface TestBucket {
  s3: S3Client;
  settings: BlobStoreSettings & { blobStore: 's3' };
  /** The folder in which the server stores the objects as files. */
  folder: string;
}

/**
 * Starts versitygw on a new folder and creates a bucket. Puts the credentials into `env`, where the SDK finds them. The
 * server is stopped after the last test of the file. Returns null if Go isn't installed.
 */
export async function startS3Server(env: NodeJS.ProcessEnv): Promise<TestBucket | null> {
  const root = await mkdtemp(join(tmpdir(), 'evict-s3-'));
  const [objects, versions] = [join(root, 'objects'), join(root, 'versions')];
  await Promise.all([mkdir(objects), mkdir(versions)]);
  env['AWS_ACCESS_KEY_ID'] = randomBytes(8).toString('hex');
  env['AWS_SECRET_ACCESS_KEY'] = randomBytes(16).toString('hex');
  const address = `127.0.0.1:${await freePort()}`;
  const s3Endpoint = `http://${address}`;
  const s3 = new S3Client({ endpoint: s3Endpoint, region: 'us-east-1', forcePathStyle: true });
  afterAll(async () => {
    delete env['AWS_ACCESS_KEY_ID'];
    delete env['AWS_SECRET_ACCESS_KEY'];
    s3.destroy();
    await rm(root, { recursive: true, force: true });
  });
  const isUp = await startGoServer({
    folder: 'versitygw',
    module: 'github.com/versity/versitygw/cmd/versitygw',
    args: ['--port', address, '--quiet', 'posix', '--versioning-dir', versions, objects],
    env: {
      ...env,
      ROOT_ACCESS_KEY_ID: env['AWS_ACCESS_KEY_ID'],
      ROOT_SECRET_ACCESS_KEY: env['AWS_SECRET_ACCESS_KEY'],
    },
    url: s3Endpoint,
  });
  if (!isUp) return null;
  const s3Bucket = 'documents';
  await s3.send(new CreateBucketCommand({ Bucket: s3Bucket }));
  const settings = { blobStore: 's3', s3Endpoint, s3Bucket, s3Region: 'us-east-1' } as const;
  return { s3, folder: join(objects, s3Bucket), settings };
}
