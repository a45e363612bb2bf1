/** The process that serves the website and all gateways on one port. */
import {
  blobs,
  folderWith,
  mail,
  observability,
  payments,
  readConfigOrExit,
  shared,
  storageQuota,
  text,
  uploads,
  webhooks,
} from '@evict/config';
import { createGuard, createGuardedFetch, createTextResolver } from '@evict/webhooks';
import { openBlobStore } from '@evict/store/bytes';
import { openStore } from '@evict/store/database';
import { createVirusScan, runGateway } from '@evict/http';
import { createPayments } from '@evict/payments';
import { createLogger, startTracing } from '@evict/telemetry';
import { CaseClient, createClient } from '@evict/temporal';
import { channelArgs } from '@evict/temporal/connection-options';
import { Connection } from '@temporalio/client';
import { createAllGateways } from './all-gateways.ts';

const { databaseUrl, secretKeys, temporalAddress, temporalNamespace, port, liveMode, proxyHops, logLevel } = shared;
const { platformFeeCents, requireSignedApprovals, verifiedForLive } = shared;
const { operatorsAddress, websiteOrigin } = mail;
const config = readConfigOrExit(process.env, {
  databaseUrl,
  /** The database URLs of the public and the attorney gateway, each with its own role. The default is DATABASE_URL. */
  publicDatabaseUrl: text('PUBLIC_GATEWAY_DATABASE_URL', ''),
  attorneyDatabaseUrl: text('ATTORNEY_GATEWAY_DATABASE_URL', ''),
  secretKeys,
  temporalAddress,
  temporalNamespace,
  port,
  liveMode,
  verifiedForLive,
  proxyHops,
  requireSignedApprovals,
  platformFeeCents,
  logLevel,
  ...observability,
  operatorsAddress,
  websiteOrigin,
  /** The folder with the built pages. If empty, there is no website. */
  websitePages: folderWith('WEBSITE_PAGES', 'index.html'),
  ...payments,
  ...blobs,
  ...storageQuota,
  ...uploads,
  webhookTestAllow: webhooks.webhookTestAllow,
  webhookDeny: webhooks.webhookDeny,
});
const logger = createLogger('gateways', config.logLevel);
await startTracing('gateways', config.otlpEndpoint);
const store = openStore(config.databaseUrl);
const stores = {
  public_gateway: openStore(config.publicDatabaseUrl || config.databaseUrl),
  customer_gateway: store,
  attorney_gateway: openStore(config.attorneyDatabaseUrl || config.databaseUrl),
};
// The connection is lazy, so that reads work while Temporal is unavailable.
const connection = Connection.lazy({ address: config.temporalAddress, channelArgs });
const client = createClient({ connection, namespace: config.temporalNamespace });
const webhookGuard = createGuard({ testAllow: config.webhookTestAllow, deny: config.webhookDeny });
const { gateway, imports } = await createAllGateways({
  ...config,
  stores,
  cases: new CaseClient(client),
  blobs: {
    customer_gateway: await openBlobStore(store, config),
    attorney_gateway: await openBlobStore(stores.attorney_gateway, config),
  },
  refuseInfected: createVirusScan(config.clamdSocket),
  logger,
  payments: createPayments(config),
  storageQuota: { test: config.storageQuotaTest, live: config.storageQuotaLive },
  webhookGuard,
  fetchGuarded: createGuardedFetch({ guard: webhookGuard }),
  resolveText: createTextResolver(),
});
await runGateway(gateway, {
  ...config,
  logger,
  store,
  host: '127.0.0.1',
  stopDrainMs: 0, // there is no proxy
  graceMs: 1000,
  close: async () => {
    await imports.stop();
    await Promise.all([connection.close(), ...Object.values(stores).map((one) => one.close())]);
  },
});
