import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { BlobStoreSettings } from '@evict/store/bytes';
import { seaweedfsProgram } from '@evict/local/test-servers';
import { afterAll } from 'vitest';
import { freePorts } from '../../rehearsal/support/unit.ts';
import { startServer } from './server.ts';

/** An S3 server with a bucket. */
export interface TestBucket {
  s3: S3Client;
  settings: BlobStoreSettings & { blobStore: 's3' };
  /** Returns the first thousand keys with this prefix in the bucket, sorted. */
  keysUnder: (prefix: string) => Promise<string[]>;
}

/**
 * Starts SeaweedFS on a new folder and creates a bucket. Puts the credentials into `env`, where the SDK finds them. The
 * server is killed after the last test of the file. If it can't be installed, prints the reason and returns null.
 */
export async function startS3Server(env: NodeJS.ProcessEnv): Promise<TestBucket | null> {
  const program = await seaweedfsProgram(env, console.log);
  if (program === null) {
    console.log('Skipped, since there is no Python to install SeaweedFS, or no package of it for this platform.');
    return null;
  }
  const root = await mkdtemp(join(tmpdir(), 'evict-s3-'));
  const credentials = {
    AWS_ACCESS_KEY_ID: randomBytes(8).toString('hex'),
    AWS_SECRET_ACCESS_KEY: randomBytes(16).toString('hex'),
  };
  Object.assign(env, credentials);
  const takePort = await freePorts(8);
  const s3Port = takePort();
  const args = ['-logtostderr', 'server', `-dir=${root}`, '-ip=127.0.0.1', '-master.telemetry=false'];
  args.push('-volume.max=100', '-master.volumeSizeLimitMB=64', '-s3', '-s3.port.iceberg=0', '-s3.port.lance=0');
  args.push(`-s3.port=${s3Port}`, `-s3.localSocket=${root}/s3.sock`, `-filer.localSocket=${root}/filer.sock`);
  for (const part of ['filer', 'volume', 'master']) args.push(`-${part}.port=${takePort()}`);
  const sockets: string[] = [];
  for (const part of ['s3', 'filer', 'volume', 'master']) {
    const port = takePort();
    args.push(`-${part}.port.grpc=${port}`);
    // The server has no option for these files.
    sockets.push(`/tmp/seaweedfs-${part}-grpc-${port}.sock`);
  }
  const s3Endpoint = `http://127.0.0.1:${s3Port}`;
  const s3 = new S3Client({ endpoint: s3Endpoint, region: 'us-east-1', forcePathStyle: true });
  afterAll(async () => {
    for (const name of Object.keys(credentials)) delete env[name];
    s3.destroy();
    for (const path of [root, ...sockets]) await rm(path, { recursive: true, force: true });
  });
  // A home of its own keeps the settings in ~/.seaweedfs away.
  await startServer(program, { args, env: { HOME: root, ...credentials }, url: s3Endpoint });
  const s3Bucket = 'documents';
  await s3.send(new CreateBucketCommand({ Bucket: s3Bucket }));
  return {
    s3,
    settings: { blobStore: 's3', s3Endpoint, s3Bucket, s3Region: 'us-east-1' },
    async keysUnder(Prefix) {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: s3Bucket, Prefix }));
      return Contents.flatMap(({ Key }) => Key ?? []);
    },
  };
}
