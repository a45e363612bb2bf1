import { blobs, mail, shared } from '@evict/config';
import { openGateway } from '@evict/http/start';
import { openBlobStore } from '@evict/store/bytes';
import { CaseClient } from '@evict/temporal';
import { mountAttorneyRoutes } from './app.ts';

const { requireSignedApprovals } = shared;
const own = { ...blobs, websiteOrigin: mail.websiteOrigin, requireSignedApprovals };
const { config, gateway, store, client, outbox, run } = await openGateway('attorney-gateway', process.env, own);
const cases = new CaseClient(client);
mountAttorneyRoutes(gateway, { ...config, store, cases, blobs: await openBlobStore(store, config), outbox });
await run();
