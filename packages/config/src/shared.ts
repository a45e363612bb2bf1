import {
  byteSize,
  databaseUrl,
  duration,
  httpUrl,
  matching,
  onOff,
  oneOf,
  port,
  secretKeys,
  text,
  wholeNumber,
} from './settings.ts';

/** Settings that more than one process reads. */
export const shared = {
  databaseUrl: databaseUrl('DATABASE_URL'),
  /** The same in every process of a deployment. The newest key encrypts; all of them decrypt. */
  secretKeys: secretKeys('SECRET_KEY'),
  temporalAddress: text('TEMPORAL_ADDRESS', '127.0.0.1:7233'),
  temporalNamespace: text('TEMPORAL_NAMESPACE', 'evictions'),
  host: text('HOST', '127.0.0.1'),
  port: port('PORT', '8080'),
  /** How long a stopping gateway keeps serving, so that the proxy in front notices before it closes. */
  stopDrainMs: duration('STOP_DRAIN', '2s'),
  logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  liveMode: onOff('LIVE_MODE', 'off'),
  /** Whether attorneys have to sign approvals with a passkey. */
  requireSignedApprovals: onOff('REQUIRE_SIGNED_APPROVALS', 'off'),
  /** Whether live mode and invitations require that an owner has confirmed their email address. */
  verifiedForLive: oneOf('VERIFIED_FOR_LIVE', ['required', 'off'], 'off'),
  /** The platform fee of a live case, in US cents. It is the same for every case. */
  platformFeeCents: wholeNumber('PLATFORM_FEE_CENTS', { min: 1, max: 10_000_000 }, '14900'),
  /** The number of proxies in front of the public port. With 0, callers connect directly. */
  proxyHops: wholeNumber('PROXY_HOPS', { min: 0, max: 16 }, '0'),
  /** How long the sandbox reviewer waits before deciding on its own. */
  sandboxReviewDelayMs: duration('SANDBOX_REVIEW_DELAY', '30s'),
  /**
   * The folder with the list of erasures. It is kept apart from database backups, so that the erasures can be repeated
   * after a restore. If empty, no list is kept.
   */
  erasureList: text('ERASURE_LIST', ''),
};

/** Monitoring settings, for every process. */
export const observability = {
  /** The port of metrics and readiness, which is never the public one. 0 picks any free port. */
  metricsPort: port('METRICS_PORT', '0'),
  /** The address on which metrics are served. With the default, loopback, no other machine can reach it. */
  metricsHost: text('METRICS_HOST', '127.0.0.1'),
  /** The OTLP endpoint that receives traces. Empty turns tracing off. */
  otlpEndpoint: httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318'),
};

/** Where document bytes are stored: the database or an S3 bucket. */
export const blobs = {
  blobStore: oneOf('BLOB_STORE', ['postgres', 's3'], 'postgres'),
  /** Set for any S3-compatible store except Amazon's. The bucket name is then part of the path. */
  s3Endpoint: httpUrl('S3_ENDPOINT', 'https://s3.example.com'),
  s3Bucket: text('S3_BUCKET', ''),
  s3Region: text('S3_REGION', 'us-east-1'),
};

export const uploads = {
  /** The socket of clamd, as a path or host:port. Empty turns virus scanning off. */
  clamdSocket: {
    ...matching('CLAMD_SOCKET', /^(\/\S+|[\w.-]+:\d{1,5})?$/, "the path or host:port of clamd's socket, or empty"),
    fallback: '',
  },
};

/** The storage quota of an organization in each mode, in bytes. */
export const storageQuota = {
  storageQuotaTest: byteSize('STORAGE_QUOTA_TEST', '500MB'),
  storageQuotaLive: byteSize('STORAGE_QUOTA_LIVE', '20GB'),
};
