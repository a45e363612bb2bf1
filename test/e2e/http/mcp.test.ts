import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { confirmationOf, newAgent } from '../support/agent.ts';
import { nextAddress } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { sharedWebsite } from '../support/service.ts';

const service = await sharedWebsite();
const { baseUrl, store } = service.stack;
const { attestations: _none, ...facts } = buildFacts();

test("a file of 10 MB can be uploaded through a link, but each link works only once and stops working when the agent's key is revoked", async () => {
  const account = await service.signUp();
  const agent = await newAgent(service, account);
  const caseId: string = (await agent.call('create_case', facts)).body.id;
  const link = async (filename: string) =>
    (await agent.call('request_upload', { caseId, purpose: 'other', filename })).body.url as string;
  const put = (url: string, body: Uint8Array<ArrayBuffer>) =>
    fetch(url, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/octet-stream', 'x-forwarded-for': nextAddress() },
    });
  const bytes = randomBytes(10 * 1024 * 1024);
  const url = await link('ledger.bin');
  expect((await put(url, Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(413);
  const uploaded = await put(url, bytes);
  expect(uploaded.status).toBe(201);
  const document = (await uploaded.json()) as { id: string; contentHash: string };
  expect(document.contentHash).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(bytes.equals((await account.download(caseId, document.id)).bytes)).toBe(true);
  const again = Buffer.from('again');
  expect((await put(url, again)).status).toBe(404);
  const late = await link('late.bin');
  await account.session.send('DELETE', `/v1/api-keys/${agent.keyId}`);
  expect((await put(late, again)).status).toBe(404);
});

test('only one of several concurrent uploads through one link is stored', async () => {
  const account = await service.signUp();
  const agent = await newAgent(service, account);
  const caseId: string = (await agent.call('create_case', facts)).body.id;
  const url = (await agent.call('request_upload', { caseId, purpose: 'other', filename: 'a.bin' })).body.url as string;
  const puts = Array.from({ length: 10 }, (_, index) =>
    fetch(url, {
      method: 'PUT',
      body: Buffer.from(`upload ${index}`),
      headers: { 'content-type': 'application/octet-stream', 'x-forwarded-for': nextAddress() },
    }),
  );
  const statuses = (await Promise.all(puts)).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, ...Array.from({ length: 9 }, () => 404)]);
  expect(await store.prisma.document.count({ where: { caseId } })).toBe(1);
});

test('MCP requests without a key, with a session or from another site are refused', async () => {
  const account = await service.signUp();
  const { secret } = (await account.session.send('POST', '/v1/api-keys', { body: {} })).body;
  const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = async (headers: Record<string, string>) => {
    const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
    return (await fetch(`${baseUrl}/mcp`, { method: 'POST', headers: all, body: JSON.stringify(ping) })).status;
  };
  const authorization = `Bearer ${secret}`;
  expect(await post({ authorization })).toBe(200);
  expect(await post({})).toBe(401);
  expect(await post({ authorization: `${authorization}x` })).toBe(401);
  expect(await post({ authorization: `Bearer ${account.session.credential}` })).toBe(403);
  expect(await post({ authorization, origin: 'https://evil.example' })).toBe(403);
});

describe('the MCP endpoint', () => {
  const listTools = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
  const json = 'application/json; charset=utf-8';

  async function startPosting() {
    const account = await service.signUp();
    const { secret, id: keyId } = (await account.session.send('POST', '/v1/api-keys', { body: {} })).body;
    const post = async (message: unknown, { credential = secret as string, path = '/mcp', headers = {} } = {}) => {
      const response = await fetch(baseUrl + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(message),
      });
      const text = await response.text();
      const type = response.headers.get('content-type');
      const body = type === json ? JSON.parse(text) : null;
      return { status: response.status, headers: response.headers, type, text, body };
    };
    return { account, keyId: keyId as string, secret: secret as string, post };
  }

  test.each(['/mcp', '/mcp/'])('responds at %s with JSON, unless the client accepts only events', async (path) => {
    const { post } = await startPosting();
    for (const accept of [
      'application/json, text/event-stream',
      '*/*',
      'application/*',
      'application/json',
      'text/html',
    ]) {
      const { status, body } = await post(listTools(7), { path, headers: { accept } });
      expect([status, body.id, body.result.tools.length > 0], accept).toEqual([200, 7, true]);
    }
  });

  test('responds with JSON to a client without an Accept header, and with one event to a client that accepts only events', async () => {
    const { post, secret } = await startPosting();
    // Uses a plain request, because fetch always sends the Accept header.
    const request = httpRequest(`${baseUrl}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    });
    request.end(JSON.stringify(listTools(1)));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(await readJson(response)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });

    const events = await post(listTools(2), { headers: { accept: 'text/event-stream' } });
    expect(events.type).toContain('text/event-stream');
    const [, data = ''] = /^event: message\ndata: (.+)\n\n$/.exec(events.text) ?? [];
    expect(JSON.parse(data)).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
  });

  test('has OAuth metadata for each of its URLs, and a 401 points to the metadata', async () => {
    const { post } = await startPosting();
    const wellKnown = '/.well-known/oauth-protected-resource';
    const resourceAt = async (path: string) =>
      ((await (await fetch(baseUrl + path)).json()) as { resource: string }).resource;
    for (const path of ['/mcp', '/mcp/']) {
      const { status, headers } = await post(listTools(1), { path, credential: 'none' });
      expect(status).toBe(401);
      const challenge = headers.get('www-authenticate');
      expect(challenge).toContain(`resource_metadata="${baseUrl}${wellKnown}${path}"`);
      expect(challenge).toContain('error="invalid_token"');
      expect(await resourceAt(wellKnown + path)).toBe(baseUrl + path);
      for (const method of ['GET', 'DELETE']) expect((await fetch(baseUrl + path, { method })).status).toBe(405);
    }
    for (const path of [wellKnown, `${wellKnown}/`]) expect(await resourceAt(path)).toBe(`${baseUrl}/mcp`);
    for (const path of ['/mcp//', '/mcp/x', `${wellKnown}/mcp/x`])
      expect((await fetch(baseUrl + path)).status, path).toBe(404);
  });

  test('accepts only JSON messages, and responds to notifications with an empty 202', async () => {
    const { post } = await startPosting();
    const silent = await post([{ jsonrpc: '2.0', method: 'notifications/initialized' }]);
    expect([silent.status, silent.type, silent.text]).toEqual([202, null, '']);
    const untyped = await post(listTools(1), { headers: { 'content-type': 'text/plain' } });
    expect([untyped.status, untyped.body.error.code]).toEqual([415, 'unsupported_media_type']);
    expect(await post({})).toMatchObject({ status: 400, body: { jsonrpc: '2.0', error: { code: -32700 } } });
  });

  test("lists all tools for a key with any scope, but refuses a call outside the key's scopes", async () => {
    const { account, post } = await startPosting();
    const made = await account.session.send('POST', '/v1/api-keys', { body: { scopes: ['submit'] } });
    const call = { ...listTools(1), method: 'tools/call', params: { name: 'list_cases', arguments: {} } };
    const [listed, called] = [
      await post(listTools(1), { credential: made.body.secret }),
      await post(call, { credential: made.body.secret }),
    ];
    expect([listed.status, called.status]).toEqual([200, 200]);
    expect(called.body.result).toMatchObject({ isError: true });
    expect(called.body.result.content[0].text).toContain('Refused: forbidden.');
  });

  test('refuses a revoked key at once', async () => {
    const { account, keyId, post } = await startPosting();
    expect((await post(listTools(1))).status).toBe(200);
    await account.session.send('DELETE', `/v1/api-keys/${keyId}`);
    expect((await post(listTools(1))).status).toBe(401);
  });
});

test('40 concurrent MCP calls with one key all succeed', async () => {
  const agent = await newAgent(service, await service.signUp());
  const answers = await Promise.all(Array.from({ length: 40 }, () => agent.call('get_service_overview')));
  expect(answers.filter(({ isError }) => isError)).toEqual([]);
});

test("a call with a request or response of more than a megabyte is refused, and calls that wait for a confirmation don't hold up other calls", async () => {
  const account = await service.signUp();
  const agent = await newAgent(service, account, 'required');
  const lines = (count: number) =>
    Array.from({ length: count }, () => ({ ...facts.ledger?.[0], memo: 'ä'.repeat(500) }));
  const { id: caseId } = await account.create(buildFacts({ ledger: lines(1000) as never }));
  const large = await agent.call('get_case', { caseId });
  expect([large.isError, large.text]).toEqual([true, expect.stringContaining('Refused: payload_too_large.')]);
  await expect(agent.call('update_case', { caseId, ledger: lines(1000) })).rejects.toThrow(/413|payload_too_large/);
  const { id: small } = await account.create(buildFacts());
  const waiting = Array.from({ length: 8 }, () => agent.call('withdraw_case', { caseId: small, waitSeconds: 4 }));
  expect((await agent.call('get_service_overview')).body).toEqual({ ok: true });
  for (const answer of await Promise.all(waiting)) confirmationOf(answer);
});
