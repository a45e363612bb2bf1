import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import type { Logger } from '@evict/telemetry';
import { expect, onTestFinished, test } from 'vitest';
import { createAgentGateway } from './app.ts';

const logger = { info: () => {}, error: () => {} } as unknown as Logger;

/** The agent gateway before a customer gateway that answers with a status, until it is told another one. */
async function startGateway() {
  const upstream = { status: 200, asked: 0 };
  const gateways = createServer((_request, response) => {
    upstream.asked += 1;
    response.writeHead(upstream.status, { 'Content-Type': 'application/json', 'Retry-After': '7' }).end('{}');
  });
  const behind = await listen(gateways);
  const gateway = createAgentGateway({
    gateways: { public: behind, customer: behind },
    websiteOrigin: 'https://example.com',
    proxyHops: 0,
    logger,
  });
  const server = createServer(gateway.handle);
  const address = await listen(server);
  onTestFinished(() => {
    gateway.close();
    for (const one of [server, gateways]) one.close().closeAllConnections();
  });
  const list = async (credential: string) => {
    const response = await fetch(`${address}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credential}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    await response.arrayBuffer();
    return response;
  };
  return { upstream, list };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const newKey = () => mintCredential(credentialPrefixes.testKey).secret;

test.each([
  [429, 429],
  [503, 503],
  [500, 503],
])('a key is not taken for a valid one because a busy gateway answered %i', async (answered, status) => {
  const { upstream, list } = await startGateway();
  const key = newKey();
  upstream.status = answered;
  const refused = await list(key);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([status, '7']);
  upstream.status = 401;
  expect((await list(key)).status).toBe(401);
  expect(upstream.asked).toBe(2);
});

test.each([200, 403])('a key that a gateway knew, as %i says, is taken for a minute', async (answered) => {
  const { upstream, list } = await startGateway();
  const key = newKey();
  upstream.status = answered;
  expect((await list(key)).status).toBe(200);
  upstream.status = 429;
  expect((await list(key)).status).toBe(200);
  expect(upstream.asked).toBe(1);
  expect((await list(newKey())).status).toBe(429);
});

test('a token that was valid is looked up each time, and stays in use while the gateway is busy', async () => {
  const { upstream, list } = await startGateway();
  const token = mintCredential(credentialPrefixes.accessToken).secret;
  expect((await list(token)).status).toBe(200);
  upstream.status = 503;
  expect((await list(token)).status).toBe(200);
  upstream.status = 401;
  expect((await list(token)).status).toBe(401);
  upstream.status = 503;
  expect((await list(token)).status).toBe(503);
});
