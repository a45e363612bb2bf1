import { mail, readConfigOrExit, shared } from '@evict/config';
import { createSmtpTransport } from '@evict/mail';
import { openStore } from '@evict/store';
import { createLogger } from '@evict/telemetry';
import { runWorkerProcess } from '@evict/temporal/worker-process';
import { Client } from '@temporalio/client';
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
const store = openStore(config.databaseUrl);
await runWorkerProcess({ address: config.temporalAddress, logger }, ({ native, connection }) =>
  createDeliveryWorker({
    native,
    client: new Client({ connection, namespace: config.temporalNamespace }),
    store,
    logger,
    transport: createSmtpTransport({ url: config.smtpUrl, from: config.from }),
    websiteOrigin: config.websiteOrigin,
    retryDelaysMs: config.retryDelaysMs,
  }),
);
await store.close();
