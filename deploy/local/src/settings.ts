import { blobs, type Config, mail, observability, oneOf, payments, port, shared, text, webhooks } from '@evict/config';

/** The environment of `npm start` and related commands. Port 0 is any free port. */
export const stackSettings = {
  port: shared.port,
  dataDir: text('DATA_DIR', '.data'),
  postgresPort: port('POSTGRES_PORT', '0'),
  temporalPort: port('TEMPORAL_PORT', '0'),
  temporalUiPort: port('TEMPORAL_UI_PORT', '0'),
  mailUiPort: port('MAIL_UI_PORT', '0'),
  smtpPort: port('SMTP_PORT', '0'),
  /** host:port of a running Temporal server; empty: start one. */
  temporalAddress: text('TEMPORAL_ADDRESS', ''),
  temporalNamespace: shared.temporalNamespace,
  /** For the services: read here to report faults at once, and passed on unchanged. */
  liveMode: shared.liveMode,
  proxyHops: shared.proxyHops,
  sandboxReviewDelayMs: shared.sandboxReviewDelayMs,
  logLevel: shared.logLevel,
  /** Mail, none of which leaves this machine. */
  mailFrom: { ...mail.from, fallback: 'Eviction Case Service <service@evictions.test>' },
  operatorsAddress: { ...mail.operatorsAddress, fallback: 'operators@evictions.test' },
  /** Empty: the website of the stack itself. */
  websiteOrigin: {
    ...mail.websiteOrigin,
    parse: (value: string) => (value === '' ? value : mail.websiteOrigin.parse(value)),
    fallback: '',
  },
  mailRetryDelaysMs: mail.retryDelaysMs,
  /** `stand-in` starts one of Stripe on this machine; `stripe` needs STRIPE_SECRET_KEY, else online payment is off. */
  paymentProvider: oneOf('PAYMENTS', ['stripe', 'stand-in'], 'stripe'),
  ...payments,
  ...blobs,
  ...webhooks,
  /** METRICS_PORT is that of the gateways; the workers use free ports. */
  ...observability,
};

export type StackSettings = Config<typeof stackSettings>;

/** The service's own database. */
export const databaseName = 'evictions';
/** The folders of the servers within that of the stack. */
export const postgresFolder = 'postgres';
export const temporalFolder = 'temporal';
