import { databaseUrl, duration, onOff, oneOf, port, secretKey, text, wholeNumber } from './settings.ts';

/** The settings that more than one process reads. Each process picks those it needs. */
export const shared = {
  databaseUrl: databaseUrl('DATABASE_URL'),
  /** The same for every process of a deployment; changing it ends the cursors that are out. */
  secretKey: secretKey('SECRET_KEY'),
  temporalAddress: text('TEMPORAL_ADDRESS', '127.0.0.1:7233'),
  temporalNamespace: text('TEMPORAL_NAMESPACE', 'evictions'),
  host: text('HOST', '127.0.0.1'),
  port: port('PORT', '8080'),
  /** How long a gateway that was told to stop goes on answering, so that the proxy in front of it notices. */
  stopDrainMs: duration('STOP_DRAIN', '2s'),
  logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  liveMode: onOff('LIVE_MODE', 'off'),
  /** How many proxies stand in front of the public port; 0 means callers reach it directly. */
  proxyHops: wholeNumber('PROXY_HOPS', { min: 0, max: 16 }, '0'),
  /** How long the sandbox reviewer takes when nobody advances the case. */
  sandboxReviewDelayMs: duration('SANDBOX_REVIEW_DELAY', '30s'),
  /** The file to which every erasure is added, kept apart from the backups of the database; empty: none. */
  erasureList: text('ERASURE_LIST', ''),
};
