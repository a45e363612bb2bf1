import { httpUrl, oneOf, text } from './settings.ts';

/** Where the bytes of documents are kept: for every process that stores, reads or erases them. */
export const blobs = {
  blobStore: oneOf('BLOB_STORE', ['postgres', 's3'], 'postgres'),
  /** Of a store that is not Amazon's own; its buckets are named in the path. */
  s3Endpoint: httpUrl('S3_ENDPOINT', 'https://s3.example.com'),
  s3Bucket: text('S3_BUCKET', ''),
  s3Region: text('S3_REGION', 'us-east-1'),
};
