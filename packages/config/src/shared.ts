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
  /** The same for every process of a deployment: the newest seals, and each opens what it has sealed. */
  secretKeys: secretKeys('SECRET_KEY'),
  temporalAddress: text('TEMPORAL_ADDRESS', '127.0.0.1:7233'),
  temporalNamespace: text('TEMPORAL_NAMESPACE', 'evictions'),
  host: text('HOST', '127.0.0.1'),
  port: port('PORT', '8080'),
  /** How long a stopping gateway keeps serving, so that the proxy in front of it notices. */
  stopDrainMs: duration('STOP_DRAIN', '2s'),
  logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  liveMode: onOff('LIVE_MODE', 'off'),
  /** Whether attorneys have to sign approvals by a passkey. */
  requireSignedApprovals: onOff('REQUIRE_SIGNED_APPROVALS', 'off'),
  /** Whether live mode and invitations wait until an owner has proven their address. */
  verifiedForLive: oneOf('VERIFIED_FOR_LIVE', ['required', 'off'], 'off'),
  /** What a live case costs, in US cents: the same for every case. */
  platformFeeCents: wholeNumber('PLATFORM_FEE_CENTS', { min: 1, max: 10_000_000 }, '14900'),
  /** Proxies in front of the public port; 0: callers connect directly. */
  proxyHops: wholeNumber('PROXY_HOPS', { min: 0, max: 16 }, '0'),
  /** Delay of the sandbox reviewer when nobody advances the case. */
  sandboxReviewDelayMs: duration('SANDBOX_REVIEW_DELAY', '30s'),
  /** The folder that lists every erasure, kept out of the backups of the database; empty: none. */
  erasureList: text('ERASURE_LIST', ''),
};

/** Settings of monitoring, for every process. */
export const observability = {
  /** Metrics and readiness, never on the public port; 0 is any free port. */
  metricsPort: port('METRICS_PORT', '0'),
  /** The address to bind to; loopback is not reachable from another machine. */
  metricsHost: text('METRICS_HOST', '127.0.0.1'),
  /** Where traces are sent over OTLP; empty: nowhere. */
  otlpEndpoint: httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318'),
};

/** Where document bytes are stored. */
export const blobs = {
  blobStore: oneOf('BLOB_STORE', ['postgres', 's3'], 'postgres'),
  /** Only for a store other than Amazon's; the bucket is part of the path there. */
  s3Endpoint: httpUrl('S3_ENDPOINT', 'https://s3.example.com'),
  s3Bucket: text('S3_BUCKET', ''),
  s3Region: text('S3_REGION', 'us-east-1'),
};

/** What scans uploads. */
export const uploads = {
  /** The socket of clamd: a path, or host:port; empty: uploads are not scanned. */
  clamdSocket: {
    ...matching('CLAMD_SOCKET', /^(\/\S+|[\w.-]+:\d{1,5})?$/, 'a path or host:port of clamd, or empty'),
    fallback: '',
  },
};

/** Storage quota of an organization in each mode, in bytes. */
export const storageQuota = {
  storageQuotaTest: byteSize('STORAGE_QUOTA_TEST', '500MB'),
  storageQuotaLive: byteSize('STORAGE_QUOTA_LIVE', '20GB'),
};
