import { mail, readConfigOrExit, shared } from '@evict/config';
import { createSmtpTransport } from '@evict/mail';
import { openStore } from '@evict/store';
import { createLogger } from '@evict/telemetry';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { createDeliveryWorker } from './worker.ts';

const { databaseUrl, temporalAddress, temporalNamespace, logLevel } = shared;
const { smtpUrl, from, websiteOrigin, retryDelaysMs } = mail;
const config = readConfigOrExit(process.env, {
  databaseUrl,
  temporalAddress,
  temporalNamespace,
  logLevel,
  smtpUrl,
  from,
  websiteOrigin,
  retryDelaysMs,
});

const logger = createLogger('delivery-worker', config.logLevel);
Runtime.install({
  logger: new DefaultLogger('WARN', ({ level, message }) => logger.warn({ level }, message)),
  // The worker's own handling of signals: the one way it shuts down.
  shutdownSignals: ['SIGINT', 'SIGTERM'],
});

const store = openStore(config.databaseUrl);
const [native, connection] = await Promise.all([
  NativeConnection.connect({ address: config.temporalAddress }),
  Connection.connect({ address: config.temporalAddress }),
]);
const worker = await createDeliveryWorker({
  native,
  client: new Client({ connection, namespace: config.temporalNamespace }),
  store,
  logger,
  transport: createSmtpTransport({ url: config.smtpUrl, from: config.from }),
  websiteOrigin: config.websiteOrigin,
  retryDelaysMs: config.retryDelaysMs,
});
logger.info('polling');
await worker.run();
await Promise.all([connection.close(), native.close(), store.close()]);
