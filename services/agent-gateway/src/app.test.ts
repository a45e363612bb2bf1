import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { listen } from '@evict/http/listen';
import type { Logger } from '@evict/telemetry';
import { expect, onTestFinished, test } from 'vitest';
import { createAgentGateway } from './app.ts';

const logger = { info: () => {}, error: () => {} } as unknown as Logger;

/** The agent gateway in front of a customer gateway that answers every request with `upstream.status`. */
async function startGateway() {
  const upstream = { status: 200, asked: 0 };
  const customer = await listen((_request, response) => {
    upstream.asked += 1;
    response.writeHead(upstream.status, { 'Content-Type': 'application/json', 'Retry-After': '7' }).end('{}');
  }, anyPort);
  const behind = `http://127.0.0.1:${customer.port}`;
  const gateway = createAgentGateway({
    gateways: { public: behind, customer: behind },
    websiteOrigin: 'https://example.com',
    proxyHops: 0,
    logger,
  });
  const server = await listen(gateway.handle, anyPort);
  onTestFinished(async () => {
    gateway.close();
    await Promise.all([server.close(0), customer.close(0)]);
  });
  const list = async (credential: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/mcp`, {
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

const anyPort = { port: 0, host: '127.0.0.1' } as const;

const newKey = () => mintCredential(credentialPrefixes.testKey).secret;

test.each([
  [429, 429],
  [503, 503],
  [500, 503],
])('an answer of %i does not prove a key', async (answered, status) => {
  const { upstream, list } = await startGateway();
  const key = newKey();
  upstream.status = answered;
  const refused = await list(key);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([status, '7']);
  upstream.status = 401;
  expect((await list(key)).status).toBe(401);
  expect(upstream.asked).toBe(2);
});

test.each([200, 403])('a key that an answer of %i proves is accepted for a minute', async (answered) => {
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
