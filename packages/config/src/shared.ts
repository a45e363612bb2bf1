import { databaseUrl, duration, onOff, oneOf, port, secretKey, text, wholeNumber } from './settings.ts';

/** Settings that more than one process reads. */
export const shared = {
  databaseUrl: databaseUrl('DATABASE_URL'),
  /** The same for every process of a deployment. A change invalidates existing cursors. */
  secretKey: secretKey('SECRET_KEY'),
  temporalAddress: text('TEMPORAL_ADDRESS', '127.0.0.1:7233'),
  temporalNamespace: text('TEMPORAL_NAMESPACE', 'evictions'),
  host: text('HOST', '127.0.0.1'),
  port: port('PORT', '8080'),
  /** How long a stopping gateway keeps serving, so that the proxy in front of it notices. */
  stopDrainMs: duration('STOP_DRAIN', '2s'),
  logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  liveMode: onOff('LIVE_MODE', 'off'),
  /** Proxies in front of the public port; 0: callers connect directly. */
  proxyHops: wholeNumber('PROXY_HOPS', { min: 0, max: 16 }, '0'),
  /** Delay of the sandbox reviewer when nobody advances the case. */
  sandboxReviewDelayMs: duration('SANDBOX_REVIEW_DELAY', '30s'),
  /** The folder that lists every erasure, kept out of the backups of the database; empty: none. */
  erasureList: text('ERASURE_LIST', ''),
};
