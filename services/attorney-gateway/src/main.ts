import { blobs } from '@evict/config';
import { openGateway } from '@evict/http/start';
import { openBlobStore } from '@evict/store/bytes';
import { CaseClient } from '@evict/temporal';
import { mountAttorneyRoutes } from './app.ts';

const { config, gateway, store, client, outbox, run } = await openGateway('attorney-gateway', process.env, blobs);
const cases = new CaseClient(client);
mountAttorneyRoutes(gateway, { store, cases, blobs: await openBlobStore(store, config), outbox });
await run();
