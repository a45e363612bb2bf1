import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { BlobStoreSettings } from '@evict/store/bytes';
import { freePort } from '@evict/local';
import { goProgram } from '@evict/local/go';
import { afterAll, vi } from 'vitest';

const source = fileURLToPath(new URL('../../versitygw', import.meta.url));

/** An S3 server with a bucket. */
export interface TestBucket {
  s3: S3Client;
  settings: BlobStoreSettings & { blobStore: 's3' };
  /** The folder in which the server stores the objects as files. */
  folder: string;
}

/**
 * Starts versitygw on a new folder, built from its pinned Go modules on first use, and creates a bucket; stopped after
 * the last test of the file. The SDK reads its credentials from the environment. Null, with the reason printed, without
 * Go.
 */
export async function startS3Server(env: NodeJS.ProcessEnv): Promise<TestBucket | null> {
  const program = await goProgram(source, 'github.com/versity/versitygw/cmd/versitygw', env).catch(withoutGo);
  if (program === null) return null;
  const root = await mkdtemp(join(tmpdir(), 'evict-s3-'));
  const folder = join(root, 'objects');
  await mkdir(folder);
  const [user, password] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')];
  const at = `127.0.0.1:${await freePort()}`;
  const server = spawn(program, ['--port', at, '--quiet', 'posix', '--versioning-dir', await madeIn(root), folder], {
    env: { ...env, ROOT_ACCESS_KEY_ID: user, ROOT_SECRET_ACCESS_KEY: password },
    stdio: 'ignore',
  });
  const stop = () => void server.kill();
  process.once('exit', stop);
  env['AWS_ACCESS_KEY_ID'] = user;
  env['AWS_SECRET_ACCESS_KEY'] = password;
  const s3Endpoint = `http://${at}`;
  await vi.waitUntil(() => responses(s3Endpoint), { timeout: 60_000, interval: 20 });
  const s3 = new S3Client({ endpoint: s3Endpoint, region: 'us-east-1', forcePathStyle: true });
  afterAll(async () => {
    process.off('exit', stop);
    stop();
    delete env['AWS_ACCESS_KEY_ID'];
    delete env['AWS_SECRET_ACCESS_KEY'];
    s3.destroy();
    await rm(root, { recursive: true, force: true });
  });
  const s3Bucket = 'documents';
  await s3.send(new CreateBucketCommand({ Bucket: s3Bucket }));
  return {
    s3,
    folder: join(folder, s3Bucket),
    settings: { blobStore: 's3', s3Endpoint, s3Bucket, s3Region: 'us-east-1' },
  };
}

async function madeIn(root: string): Promise<string> {
  const versions = join(root, 'versions');
  await mkdir(versions);
  return versions;
}

function responses(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

function withoutGo(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  console.log('Skipped, since there is no Go to build an S3 server to test against.');
  return null;
}
