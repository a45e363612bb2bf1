import { startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type SeededCase, advanceCase, seedDraft } from '../support/seed.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

// As Temporal Web 2.55 asks from a browser: the query and the headers are those that it sends.

const [older, newer] = ['the payload key from before a rotation', 'the payload key from after a rotation'];
const webOrigin = 'http://localhost:8233';
const { temporalNamespace } = inject('servers');

let stack: TestStack;
let ref: SeededCase;
let codec: ServiceProcess;
let history: Json[];
beforeAll(async () => {
  [stack, codec] = await Promise.all([startStack({ payloadKeys: [older] }), start([newer, older])]);
  ref = await seedDraft(stack);
  await stack.cases.submit(ref);
  await advanceCase(stack, ref);
  history = await historyOf(ref);
});
afterAll(() => Promise.all([stack.stop(), codec.stop()]));

describe('what Temporal Web shows of an encrypted case', () => {
  test('is ciphertext as Temporal has it, and readable when the server has decoded it, after a rotation too', async () => {
    expect(history.length).toBeGreaterThan(10);
    expect(textOf(history)).not.toMatch(/notice_review|case_|organizationId/);
    const { status, body } = await decode(history);
    expect(status).toBe(200);
    expect(body.payloads).toHaveLength(history.length);
    expect(textOf(body.payloads)).toContain(ref.caseId);
    expect(textOf(body.payloads)).toMatch(/notice_review/);
    const kinds = body.payloads.map(({ metadata }) => Buffer.from(metadata?.['encoding'] ?? '', 'base64').toString());
    expect(kinds).not.toContain('binary/encrypted');
  });

  test('says in words what the case waits for', async () => {
    const asked = await stack.client.workflowService.queryWorkflow({
      namespace: temporalNamespace,
      execution: { workflowId: ref.caseId },
      query: { queryType: '__temporal_workflow_metadata' },
    });
    const details = payloadsOf(asked.queryResult);
    expect(textOf(details)).not.toContain('notice');
    const { body } = await decode(details);
    expect(textOf(body.payloads)).toMatch(/### notice_/);
  });

  test('a missing key is named, and so is an altered payload', async () => {
    const late = await start([newer]);
    try {
      const { status, body } = await decode(history.slice(0, 2), { server: late });
      expect([status, body.error?.code]).toEqual([400, 'invalid_request']);
      expect(body.error?.details.issues).toHaveLength(2);
      expect(body.error?.details.issues[0]?.message).toContain('there is no payload key');
    } finally {
      await late.stop();
    }
    const [one] = history;
    const altered = {
      ...one,
      data: Buffer.from(one?.data ?? '', 'base64')
        .fill(0, 40)
        .toString('base64'),
    };
    const { status, body } = await decode([history[1]!, altered]);
    expect([status, body.error?.details.issues]).toMatchObject([400, [{ path: 'payloads[1]', code: 'undecodable' }]]);
  });
});

describe('who is served', () => {
  test('pages of Temporal Web, as the preflight response says', async () => {
    const response = await fetch(`${codec.url}/decode`, { method: 'OPTIONS', headers: preflight(webOrigin) });
    expect(response.status).toBe(204);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'access-control-allow-origin': webOrigin,
      'access-control-allow-methods': 'POST',
      vary: 'Origin',
    });
    const allowed = headers['access-control-allow-headers']?.toLowerCase().split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['content-type', 'x-namespace', 'authorization']));
    expect((await decode(history)).headers.get('access-control-allow-origin')).toBe(webOrigin);
  });

  test.each(['https://elsewhere.example.com', 'http://localhost:8234', 'null'])(
    'no page of %s: neither its preflight nor its request',
    async (origin) => {
      const asked = await fetch(`${codec.url}/decode`, { method: 'OPTIONS', headers: preflight(origin) });
      const { status, headers, body } = await decode(history, { headers: { origin } });
      expect([asked.status, status]).toEqual([403, 403]);
      for (const one of [asked.headers, headers]) expect(one.get('access-control-allow-origin')).toBeNull();
      expect(body.payloads).toBeUndefined();
    },
  );

  test('programs that are no browsers, under any path that ends as the protocol says', async () => {
    const { origin: _, ...headers } = asTemporalWeb;
    const body = JSON.stringify({ payloads: history });
    const response = await fetch(`${codec.url}/codec/evictions/decode`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
  });

  test.each(['', 'default', `${temporalNamespace}-2`])('no request for the namespace %j', async (namespace) => {
    const { status, body } = await decode(history, { headers: { 'x-namespace': namespace } });
    expect([status, body.error?.code]).toEqual([403, 'forbidden']);
  });
});

describe('what is refused', () => {
  test.each([
    ['', 400],
    ['{', 400],
    ['null', 400],
    ['{"payloads":"all of them"}', 400],
    ['{"payloads":[{"data":"no base64!"}]}', 400],
    [Buffer.from([0x7b, 0xff, 0x7d]), 400],
    [`{"payloads":[{"data":"${'A'.repeat(6 * 1024 * 1024)}"}]}`, 413],
  ])('a body that is no list of payloads, or too large', async (body, expected) => {
    const response = await fetch(`${codec.url}/decode`, { method: 'POST', headers: asTemporalWeb, body });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([expected, webOrigin]);
    expect(await response.json()).toHaveProperty('error.code');
  });

  test('another content type, which a page could send without a preflight', async () => {
    const { status } = await decode(history, { headers: { 'content-type': 'text/plain' } });
    expect(status).toBe(415);
  });

  test('another method, and encoding: it makes nothing that could be planted in Temporal', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${codec.url}/decode`, { method, headers: asTemporalWeb });
      expect([method, response.status]).toEqual([method, 404]);
    }
    for (const path of ['/encode', '/download', '/']) {
      const body = JSON.stringify({ payloads: [] });
      const response = await fetch(`${codec.url}${path}`, { method: 'POST', headers: asTemporalWeb, body });
      expect([path, response.status]).toEqual([path, 404]);
    }
  });
});

test('its log names requests and nothing of their content', async () => {
  const headers = { 'x-request-id': 'the-last-request' };
  await decode(history, { headers });
  await expect.poll(() => codec.log().join('\n')).toContain('the-last-request');
  const log = codec.log().join('\n');
  expect(log).toContain('"route":"/decode","status":200');
  const sealed = history.map(({ data }) => data ?? '').filter((data) => data !== '');
  for (const text of [ref.caseId, 'notice', 'elsewhere.example.com', older, newer, ...sealed]) {
    expect(log).not.toContain(text);
  }
});

test('it reports that it is ready, and stops on a signal', async () => {
  const another = await start([]);
  expect((await fetch(`${another.operationsUrl}/ready`)).status).toBe(200);
  const [plain] = (await decode(history)).body.payloads;
  expect((await decode([plain!], { server: another })).body.payloads).toEqual([plain]);
  await another.stop();
});

/** The JSON form of a payload. */
interface Json {
  metadata?: Record<string, string>;
  data?: string;
}

interface ApiResponse {
  payloads: Json[];
  error?: { code: string; details: { issues: { path: string; code: string; message: string }[] } };
}

const asTemporalWeb = { origin: webOrigin, 'content-type': 'application/json', 'x-namespace': temporalNamespace };

function preflight(origin: string): Record<string, string> {
  const asked = 'content-type,x-namespace';
  return { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': asked };
}

async function decode(
  payloads: readonly Json[],
  { server = codec, headers = {} }: { server?: ServiceProcess; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; body: ApiResponse }> {
  const response = await fetch(`${server.url}/decode?preserveStorageRefs=true`, {
    method: 'POST',
    headers: { ...asTemporalWeb, ...headers },
    body: JSON.stringify({ payloads }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as ApiResponse };
}

function start(payloadKeys: readonly string[]): Promise<ServiceProcess> {
  return startServiceProcess('codec-server', {
    TEMPORAL_PAYLOAD_KEYS: payloadKeys.join(','),
    TEMPORAL_NAMESPACE: temporalNamespace,
    TEMPORAL_WEB_ORIGIN: webOrigin,
  });
}

/** Every encrypted payload of the history, as Temporal keeps it. */
async function historyOf({ caseId: workflowId }: SeededCase): Promise<Json[]> {
  const { workflowService } = stack.client;
  const response = await workflowService.getWorkflowExecutionHistory({
    namespace: temporalNamespace,
    execution: { workflowId },
  });
  return payloadsOf(response.history).filter(({ metadata }) => metadata?.['encryption-key-id'] !== undefined);
}

function payloadsOf(part: unknown): Json[] {
  if (!part || typeof part !== 'object' || part instanceof Uint8Array) return [];
  const { metadata, data } = part as { metadata?: Record<string, Uint8Array>; data?: Uint8Array };
  if (!(metadata?.['encoding'] instanceof Uint8Array)) return Object.values(part).flatMap(payloadsOf);
  const text = (bytes: Uint8Array = new Uint8Array()) => Buffer.from(bytes).toString('base64');
  const fields = Object.entries(metadata).map(([name, value]) => [name, text(value)]);
  return [{ metadata: Object.fromEntries(fields) as Record<string, string>, data: text(data) }];
}

function textOf(payloads: readonly Json[]): string {
  return payloads.map(({ data = '' }) => Buffer.from(data, 'base64').toString('latin1')).join('\n');
}
