/** What Node itself reads; every process may be given these. */
const ofNode = ['MALLOC_MMAP_THRESHOLD_', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'UV_THREADPOOL_SIZE'];

/** What the AWS SDK reads, where it is used: in processes that keep, read or erase documents. */
const ofS3 = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** The variables that a process is given and that are in none of these: nobody in it asks for them. */
export function unknownOf(given: readonly string[], reads: ReadonlySet<string>): string[] {
  const known = new Set([...reads, ...ofNode, ...(reads.has('BLOB_STORE') ? ofS3 : [])]);
  return given.filter((variable) => !known.has(variable));
}

/**
 * The variables of storage and encryption that a process has to be given since it asks for them: without them it would
 * start, and keep documents or write to Temporal in another way than the rest.
 */
export function sharedBy(reads: ReadonlySet<string>): string[] {
  const asked = ['BLOB_STORE', 'S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT', 'TEMPORAL_PAYLOAD_KEYS'];
  return [...asked.filter((variable) => reads.has(variable)), ...(reads.has('BLOB_STORE') ? ofS3 : [])];
}
