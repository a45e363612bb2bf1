import { blobs, mail, payments, shared, storageQuota, uploads, webhooks } from '@evict/config';
import { createVirusScan } from '@evict/http';
import { openCaseGateway } from '@evict/http/start';
import { createPayments } from '@evict/payments';
import { openBlobStore } from '@evict/store/bytes';
import { createGuard, createGuardedFetch, createTextResolver } from '@evict/webhooks';
import { mountCustomerRoutes } from './app.ts';
import { startCaseImports } from './case-imports.ts';

const { config, logger, gateway, store, cases, run } = await openCaseGateway('customer-gateway', process.env, {
  secretKeys: shared.secretKeys,
  platformFeeCents: shared.platformFeeCents,
  websiteOrigin: mail.websiteOrigin,
  operatorsAddress: mail.operatorsAddress,
  ...payments,
  ...blobs,
  ...storageQuota,
  ...uploads,
  webhookTestAllow: webhooks.webhookTestAllow,
  webhookDeny: webhooks.webhookDeny,
});
const webhookGuard = createGuard({ testAllow: config.webhookTestAllow, deny: config.webhookDeny });
const storageLimits = { test: config.storageQuotaTest, live: config.storageQuotaLive };
const imports = startCaseImports({ store, storageQuota: storageLimits, logger });
mountCustomerRoutes(gateway, {
  ...config,
  store,
  imports,
  cases,
  blobs: await openBlobStore(store, config),
  refuseInfected: createVirusScan(config.clamdSocket),
  payments: createPayments(config),
  storageQuota: storageLimits,
  webhookGuard,
  fetchGuarded: createGuardedFetch({ guard: webhookGuard }),
  resolveText: createTextResolver(),
});
await run(() => imports.stop());
