import {
  blobs,
  type Config,
  mail,
  observability,
  payments,
  port,
  shared,
  temporalPayloads,
  text,
  webhooks,
} from '@evict/config';

/** What `npm start` and its companions read from the environment. A port of 0 is any free one. */
export const stackSettings = {
  port: shared.port,
  dataDir: text('DATA_DIR', '.data'),
  postgresPort: port('POSTGRES_PORT', '0'),
  temporalPort: port('TEMPORAL_PORT', '0'),
  temporalUiPort: port('TEMPORAL_UI_PORT', '0'),
  mailUiPort: port('MAIL_UI_PORT', '0'),
  smtpPort: port('SMTP_PORT', '0'),
  /** host:port of a Temporal server to use; empty: the stack starts its own. */
  temporalAddress: text('TEMPORAL_ADDRESS', ''),
  temporalNamespace: shared.temporalNamespace,
  ...temporalPayloads,
  /** These are for the services: read here so that a fault shows at once, and handed on as they are. */
  liveMode: shared.liveMode,
  proxyHops: shared.proxyHops,
  sandboxReviewDelayMs: shared.sandboxReviewDelayMs,
  logLevel: shared.logLevel,
  /** Of mail, none of which leaves this machine. */
  mailFrom: { ...mail.from, fallback: 'Eviction Case Service <service@evictions.test>' },
  operatorsAddress: { ...mail.operatorsAddress, fallback: 'operators@evictions.test' },
  websiteOrigin: { ...mail.websiteOrigin, fallback: 'http://localhost:3000' },
  mailRetryDelaysMs: mail.retryDelaysMs,
  ...payments,
  ...blobs,
  ...webhooks,
  /** METRICS_PORT is that of the gateways; those of the workers are free ones. */
  ...observability,
};

export type StackSettings = Config<typeof stackSettings>;

/** The service's own database, and where its cluster lies in the folder of the stack. */
export const databaseName = 'evictions';
export const postgresFolder = 'postgres';
