import { expect, test } from 'vitest';
import { blobs } from './blobs.ts';
import { readConfig } from './read.ts';

test('documents are stored in the database by default', () => {
  expect(readConfig({}, blobs)).toEqual({
    blobStore: 'postgres',
    s3Endpoint: '',
    s3Bucket: '',
    s3Region: 'us-east-1',
  });
});

test.each([
  ['BLOB_STORE', 'S3'],
  ['BLOB_STORE', 'disk'],
  ['S3_ENDPOINT', 's3.example.com'],
  ['S3_ENDPOINT', 'ftp://s3.example.com'],
])('%s is not %j', (variable, value) => {
  expect(() => readConfig({ [variable]: value }, blobs)).toThrow(`${variable} must be`);
});
