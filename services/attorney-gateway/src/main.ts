import { blobs, mail, shared, uploads } from '@evict/config';
import { createVirusScan } from '@evict/http';
import { openCaseGateway } from '@evict/http/start';
import { openBlobStore } from '@evict/store/bytes';
import { mountAttorneyRoutes } from './app.ts';

const { requireSignedApprovals } = shared;
const own = { ...blobs, ...uploads, websiteOrigin: mail.websiteOrigin, requireSignedApprovals };
const { config, gateway, store, cases, run } = await openCaseGateway('attorney-gateway', process.env, own);
const refuseInfected = createVirusScan(config.clamdSocket);
mountAttorneyRoutes(gateway, {
  ...config,
  store,
  cases,
  blobs: await openBlobStore(store, config),
  refuseInfected,
});
await run();
