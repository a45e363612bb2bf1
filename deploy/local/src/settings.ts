import { blobs, type Config, mail, observability, oneOf, payments, port, shared, text, webhooks } from '@evict/config';

/** The environment of `npm start` and related commands. Port 0 means any free port. */
export const stackSettings = {
  port: shared.port,
  dataDir: text('DATA_DIR', '.data'),
  postgresPort: port('POSTGRES_PORT', '0'),
  temporalPort: port('TEMPORAL_PORT', '0'),
  temporalUiPort: port('TEMPORAL_UI_PORT', '0'),
  mailUiPort: port('MAIL_UI_PORT', '0'),
  smtpPort: port('SMTP_PORT', '0'),
  /** host:port of a running Temporal server. If empty, one is started. */
  temporalAddress: text('TEMPORAL_ADDRESS', ''),
  temporalNamespace: shared.temporalNamespace,
  /** Settings of the product. They are read here so that faults are reported at once, and passed on unchanged. */
  liveMode: shared.liveMode,
  proxyHops: shared.proxyHops,
  sandboxReviewDelayMs: shared.sandboxReviewDelayMs,
  logLevel: shared.logLevel,
  /** Settings for mail. None of it leaves this machine. */
  mailFrom: { ...mail.from, fallback: 'Eviction Case Service <service@evictions.test>' },
  operatorsAddress: { ...mail.operatorsAddress, fallback: 'operators@evictions.test' },
  /** If empty, the stack's own website. */
  websiteOrigin: {
    ...mail.websiteOrigin,
    parse: (value: string) => (value === '' ? value : mail.websiteOrigin.parse(value)),
    fallback: '',
  },
  mailRetryDelaysMs: mail.retryDelaysMs,
  /**
   * `stand-in` starts a stand-in for Stripe on this machine. `stripe` needs STRIPE_SECRET_KEY. Otherwise online payment
   * is off.
   */
  paymentProvider: oneOf('PAYMENTS', ['stripe', 'stand-in'], 'stripe'),
  ...payments,
  ...blobs,
  ...webhooks,
  /** METRICS_PORT is the gateways' port. The workers use free ports. */
  ...observability,
};

export type StackSettings = Config<typeof stackSettings>;

/** The name of the product's own database. */
export const databaseName = 'evictions';
/** The folders of the servers within the stack's folder. */
export const postgresFolder = 'postgres';
export const temporalFolder = 'temporal';
