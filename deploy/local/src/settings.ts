import { blobs, type Config, mail, observability, oneOf, payments, port, shared, text, webhooks } from '@evict/config';

/** The environment variables of `npm start` and related commands. Port 0 means any free port. */
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
  /**
   * Settings of the product's processes. They are read here only to report faults at once, and are passed on unchanged.
   */
  liveMode: shared.liveMode,
  proxyHops: shared.proxyHops,
  sandboxReviewDelayMs: shared.sandboxReviewDelayMs,
  logLevel: shared.logLevel,
  /** Mail settings. No mail leaves this machine. */
  mailFrom: { ...mail.from, fallback: 'Eviction Case Service <service@evictions.test>' },
  operatorsAddress: { ...mail.operatorsAddress, fallback: 'operators@evictions.test' },
  /** The default is the stack's own website. */
  websiteOrigin: {
    ...mail.websiteOrigin,
    parse: (value: string) => (value === '' ? value : mail.websiteOrigin.parse(value)),
    fallback: '',
  },
  mailRetryDelaysMs: mail.retryDelaysMs,
  /**
   * `stand-in` starts a stand-in for Stripe on this machine. With `stripe`, online payment is off unless
   * STRIPE_SECRET_KEY is set.
   */
  paymentProvider: oneOf('PAYMENTS', ['stripe', 'stand-in'], 'stripe'),
  ...payments,
  ...blobs,
  ...webhooks,
  /** METRICS_PORT is for the gateways. The workers use free ports. */
  ...observability,
};

export type StackSettings = Config<typeof stackSettings>;

/** The name of the product's database. */
export const databaseName = 'evictions';
/** The servers' folders within the stack's data folder. */
export const postgresFolder = 'postgres';
export const temporalFolder = 'temporal';
