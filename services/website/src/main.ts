import { fileURLToPath } from 'node:url';
import { mail, observability, readConfigOrExit, shared, website as own } from '@evict/config';
import { listen } from '@evict/http/listen';
import { runServer } from '@evict/http/run-server';
import { createLogger, startTracing } from '@evict/telemetry';
import { createWebsite } from './app.ts';
import { openPages } from './pages.ts';

const { secretKeys, host, port, proxyHops, stopDrainMs, logLevel } = shared;
const { websiteOrigin } = mail;
const config = readConfigOrExit(process.env, {
  secretKeys,
  host,
  port,
  proxyHops,
  stopDrainMs,
  logLevel,
  websiteOrigin,
  ...own,
  ...observability,
});
const logger = createLogger('website', config.logLevel);
await startTracing('website', config.otlpEndpoint);
const website = createWebsite({
  ...config,
  gateways: { public: config.publicGateway, customer: config.customerGateway, attorney: config.attorneyGateway },
  pages: await openPages(fileURLToPath(new URL('../dist', import.meta.url))),
  logger,
});
await runServer((address) => listen(website.handle, address), {
  ...config,
  logger,
  checks: {},
  close: async () => website.close(),
});
