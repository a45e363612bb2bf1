import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@evict/http/listen';
import { createLogger } from '@evict/telemetry';
import { createWebsite, type WebsiteSettings } from './app.ts';
import { openPages } from './pages.ts';

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
}

type Respond = (req: IncomingMessage, res: ServerResponse) => void;

/** The website in front of a gateway that records what reaches it, and responds as the test says. */
export async function startTestWebsite(respond: Respond, settings: Partial<WebsiteSettings> = {}) {
  const seen: Seen[] = [];
  const gateway = createServer((req, res) => {
    seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers });
    respond(req, res);
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<html><meta nonce="%NONCE%"></html>');
  await writeFile(join(folder, 'assets/page-1.js'), 'export {};'.repeat(1000));
  await writeFile(join(folder, 'assets/pdf.worker-1.mjs'), '1;');
  const website = createWebsite({
    websiteOrigin: origin,
    gateways: { public: address, customer: address, attorney: address },
    secretKeys: ['a secret key of at least thirty-two characters'],
    proxyHops: 1,
    pages: await openPages(folder),
    logger: createLogger('test', 'silent'),
    ...settings,
  });
  const server = await listen(website.handle, { port: 0, host: '127.0.0.1' });
  return {
    seen,
    gatewayUrl: address,
    url: `http://127.0.0.1:${server.port}`,
    async stop() {
      website.close();
      await server.close(0);
      gateway.closeAllConnections();
      gateway.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** As browsers see it. */
export const origin = 'https://www.example.com';
/** What a browser says of a request from a page of the website. */
export const ofPage = { 'sec-fetch-site': 'same-origin', origin };
