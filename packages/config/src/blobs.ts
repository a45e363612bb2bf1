import { httpUrl, oneOf, text } from './settings.ts';

/** Where document bytes are stored. */
export const blobs = {
  blobStore: oneOf('BLOB_STORE', ['postgres', 's3'], 'postgres'),
  /** Only for a store other than Amazon's; the bucket is part of the path there. */
  s3Endpoint: httpUrl('S3_ENDPOINT', 'https://s3.example.com'),
  s3Bucket: text('S3_BUCKET', ''),
  s3Region: text('S3_REGION', 'us-east-1'),
};
