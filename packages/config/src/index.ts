export { type Config, ConfigError, type Environment, readConfig, readConfigOrExit } from './read.ts';
export { blobs } from './blobs.ts';
export { mail } from './mail.ts';
export { observability } from './observability.ts';
export { payments } from './payments.ts';
export { port, text, wholeNumber } from './settings.ts';
export { shared } from './shared.ts';
export { temporalTls } from './temporal-tls.ts';
export { webhooks } from './webhooks.ts';
