/** Variables that Node itself reads; every process may have these. */
const ofNode = ['MALLOC_MMAP_THRESHOLD_', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'UV_THREADPOOL_SIZE'];

/** Variables that the AWS SDK reads: in processes that store, read or erase documents. */
const ofS3 = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** Variables that OpenTelemetry reads: in processes that export traces. */
const ofTraces = [
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
];

/** The variables that a process is given and does not read. */
export function unknownOf(given: readonly string[], reads: ReadonlySet<string>): string[] {
  const ofLibraries = [
    ...(reads.has('BLOB_STORE') ? ofS3 : []),
    ...(reads.has('OTEL_EXPORTER_OTLP_ENDPOINT') ? ofTraces : []),
  ];
  const known = new Set([...reads, ...ofNode, ...ofLibraries]);
  return given.filter((variable) => !known.has(variable));
}

/**
 * The variables of storage that a process must be given because it reads them: without them it would start, and store
 * documents differently from the rest.
 */
export function sharedBy(reads: ReadonlySet<string>): string[] {
  const asked = ['BLOB_STORE', 'S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT'];
  return [...asked.filter((variable) => reads.has(variable)), ...(reads.has('BLOB_STORE') ? ofS3 : [])];
}
