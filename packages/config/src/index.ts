export { type Config, ConfigError, type Environment, readConfig, readConfigOrExit } from './read.ts';
export { mail } from './mail.ts';
export { operators } from './operators.ts';
export { payments } from './payments.ts';
export { folderWith, loopbackHosts, oneOf, origin, port, text, wholeNumber } from './settings.ts';
export { blobs, observability, shared, storageQuota, uploads } from './shared.ts';
export { temporalTls } from './temporal-tls.ts';
export { webhooks } from './webhooks.ts';
