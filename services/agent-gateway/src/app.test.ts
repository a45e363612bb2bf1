import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { listen } from '@evict/http/listen';
import type { Logger } from '@evict/telemetry';
import { expect, onTestFinished, test } from 'vitest';
import { createAgentGateway } from './app.ts';
import { maxBatch } from './messages.ts';
import { maxMessageBytes } from './upstream.ts';

const logger = { info: () => {}, error: () => {} } as unknown as Logger;

/** The agent gateway in front of a customer gateway that answers every request with `upstream.status`, after a while. */
async function startGateway() {
  const upstream = { status: 200, content: '{}', delayMs: 0, asked: 0, atOnce: 0, mostAtOnce: 0 };
  const answer = async (response: ServerResponse) => {
    upstream.asked += 1;
    upstream.atOnce += 1;
    upstream.mostAtOnce = Math.max(upstream.mostAtOnce, upstream.atOnce);
    await pause(upstream.delayMs);
    upstream.atOnce -= 1;
    response
      .writeHead(upstream.status, { 'Content-Type': 'application/json', 'Retry-After': '7' })
      .end(upstream.content);
  };
  const customer = await listen((_request, response) => void answer(response), anyPort);
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
  const origin = `http://127.0.0.1:${server.port}`;
  const post = async (credential: string, message: unknown, { path = '/mcp', headers = {} } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(message),
    });
    const text = await response.text();
    const type = response.headers.get('content-type');
    return { status: response.status, headers: response.headers, type, text, body: type === json && JSON.parse(text) };
  };
  const list = (credential: string) => post(credential, listTools(1));
  return { origin, upstream, post, list };
}

const json = 'application/json; charset=utf-8';
const listTools = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
const getCase = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'get_case', arguments: { caseId: 'case_1' } },
});
const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
const invalidRequest = { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.any(String) } };

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

test.each(['/mcp', '/mcp/'])('%s answers with JSON whatever a client accepts', async (path) => {
  const { post } = await startGateway();
  const key = newKey();
  for (const accept of [
    'application/json, text/event-stream',
    '*/*',
    'application/*',
    'application/json',
    'text/html',
  ]) {
    const { status, body } = await post(key, listTools(7), { path, headers: { accept } });
    expect([status, body.id, body.result.tools.length > 0], accept).toEqual([200, 7, true]);
  }
});

test('without Accept a client gets JSON, and one event if it accepts nothing else', async () => {
  const { origin, post } = await startGateway();
  const key = newKey();
  // fetch always sends the header.
  const request = httpRequest(`${origin}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  request.end(JSON.stringify(listTools(1)));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  expect(await readJson(response)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });

  const events = await post(key, listTools(2), { headers: { accept: 'text/event-stream' } });
  expect(events.type).toContain('text/event-stream');
  const [, data = ''] = /^event: message\ndata: (.+)\n\n$/.exec(events.text) ?? [];
  expect(JSON.parse(data)).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
});

test('each address has metadata of its own, to which a refusal leads', async () => {
  const { origin, post } = await startGateway();
  const wellKnown = '/.well-known/oauth-protected-resource';
  const resourceAt = async (path: string) =>
    ((await (await fetch(origin + path)).json()) as { resource: string }).resource;
  for (const path of ['/mcp', '/mcp/']) {
    const { headers } = await post('none', listTools(1), { path });
    const challenge = headers.get('www-authenticate');
    expect(challenge).toContain(`resource_metadata="https://example.com${wellKnown}${path}"`);
    expect(await resourceAt(wellKnown + path)).toBe(`https://example.com${path}`);
    for (const method of ['GET', 'DELETE']) expect((await fetch(origin + path, { method })).status).toBe(405);
  }
  for (const path of [wellKnown, `${wellKnown}/`]) expect(await resourceAt(path)).toBe('https://example.com/mcp');
  for (const path of ['/mcp//', '/mcp/x', '/mcpx', `${wellKnown}/mcp/x`])
    expect((await fetch(origin + path)).status, path).toBe(404);
});

test.each([
  ['that names 2025-03-26', { 'mcp-protocol-version': '2025-03-26' }],
  ['that names no version', {}],
])('a batch of a client %s is answered with an array, and notifications are not', async (_, headers) => {
  const { post } = await startGateway();
  const key = newKey();
  const sent = [listTools(1), notification, getCase(2), 3, { ...listTools(1), method: 'none' }];
  const { status, body } = await post(key, sent, { headers });
  expect([status, body]).toEqual([
    200,
    [
      { jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } },
      { jsonrpc: '2.0', id: 2, result: expect.objectContaining({ structuredContent: {} }) },
      invalidRequest,
      { jsonrpc: '2.0', id: 1, error: expect.objectContaining({ code: -32601 }) },
    ],
  ]);
  expect((await post(key, [listTools(1)], { headers })).body).toMatchObject([{ id: 1 }]);
  const silent = await post(key, [notification, notification], { headers });
  expect([silent.status, silent.text]).toEqual([202, '']);
});

test('a batch is refused where there is none in the version, when it is empty or large, and around initialize', async () => {
  const { post, upstream } = await startGateway();
  const key = newKey();
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };
  expect((await post(key, initialize)).body).toMatchObject({ result: { protocolVersion: '2025-03-26' } });
  const most = Array.from({ length: maxBatch }, (_, id) => getCase(id));
  for (const [sent, version] of [
    [[listTools(1)], '2025-06-18'],
    [[listTools(1)], '2025-11-25'],
    [[listTools(1)], 'x'],
    [[], '2025-03-26'],
    [[], '2025-06-18'],
    [[...most, getCase(maxBatch)], '2025-03-26'],
    [[initialize], '2025-03-26'],
    [[listTools(2), initialize], '2025-03-26'],
  ] as const) {
    const { status, body } = await post(key, sent, { headers: { 'mcp-protocol-version': version } });
    expect([status, body], `${version} ${JSON.stringify(sent)}`).toEqual([400, invalidRequest]);
  }
  upstream.asked = 0;
  expect((await post(key, most)).body).toHaveLength(maxBatch);
  expect(upstream.asked).toBe(maxBatch);
});

test('the messages of a batch are calls one after the other, between which others of its key have their turn', async () => {
  const { post, upstream, list } = await startGateway();
  const key = newKey();
  await list(key);
  upstream.delayMs = 10;
  const done: string[] = [];
  const batch = Array.from({ length: maxBatch }, (_, id) => getCase(id));
  const send = (message: unknown, name: string) => post(key, message).then(() => done.push(name));
  await Promise.all([send(batch, 'batch'), send(batch, 'batch'), send(getCase(1), 'call')]);
  expect([done[0], upstream.mostAtOnce]).toEqual(['call', 2]);
});

test('a batch answers with little more than a message does', async () => {
  const { post, upstream } = await startGateway();
  upstream.content = JSON.stringify({ text: 'x'.repeat(maxMessageBytes / 2) });
  const { body } = await post(newKey(), [getCase(1), getCase(2), notification, getCase(3)]);
  expect(body.map(({ id, error }: { id: number; error?: object }) => [id, error !== undefined])).toEqual([
    [1, false],
    [2, true],
    [3, true],
  ]);
});
