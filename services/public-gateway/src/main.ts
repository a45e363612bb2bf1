import { folderWith, mail, shared } from '@evict/config';
import { openGateway } from '@evict/http/start';
import { mountPublicRoutes } from './app.ts';

const { operatorsAddress, websiteOrigin } = mail;
const { config, gateway, store, run } = await openGateway('public-gateway', process.env, {
  secretKeys: shared.secretKeys,
  platformFeeCents: shared.platformFeeCents,
  operatorsAddress,
  websiteOrigin,
  /** The folder of the built website. If it is empty, no website is served. */
  websitePages: folderWith('WEBSITE_PAGES', 'index.html'),
});
await mountPublicRoutes(gateway, { store, ...config });
await run();
