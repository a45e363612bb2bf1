import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMcpServer } from './mcp-server.ts';
import { maxBatch, maxMessageBytes, replyTo } from './messages.ts';

/** Answers messages like the gateway, with `body` as the result of every operation. */
function startExchange(body: unknown = {}) {
  const seen = { calls: 0, atOnce: 0, mostAtOnce: 0, turns: 0, counted: 0 };
  const agent = {
    waitsUntil: Infinity,
    left: new AbortController().signal,
    releaseDuring: <T>(wait: () => Promise<T>) => wait(),
    async run() {
      seen.calls += 1;
      seen.atOnce += 1;
      seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.atOnce);
      await turn();
      seen.atOnce -= 1;
      return { status: 200, body, retryAfterSeconds: null };
    },
  };
  const count = async (messages: number) => {
    seen.counted += messages;
  };
  const takeTurns = async () => {
    expect(seen.atOnce).toBe(0);
    seen.turns += 1;
  };
  const reply = async (sent: unknown, version = '') => {
    const { status, text } = await replyTo(sent, {
      version,
      newServer: () => createMcpServer(agent),
      count,
      takeTurns,
    });
    return { status, text, body: text === '' ? null : JSON.parse(text) };
  };
  return { seen, reply };
}

const listTools = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
const getCase = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'get_case', arguments: { caseId: 'case_1' } },
});
const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
const invalidRequest = { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.any(String) } };

test.each(['2025-03-26', ''])(
  'a batch from a client with the protocol version "%s" is answered with an array',
  async (version) => {
    const { reply } = startExchange();
    const sent = [listTools(1), notification, getCase(2), 3, { ...listTools(1), method: 'none' }];
    const { status, body } = await reply(sent, version);
    expect([status, body]).toEqual([
      200,
      [
        { jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } },
        { jsonrpc: '2.0', id: 2, result: expect.objectContaining({ structuredContent: {} }) },
        invalidRequest,
        { jsonrpc: '2.0', id: 1, error: expect.objectContaining({ code: -32601 }) },
      ],
    ]);
    expect((await reply([listTools(1)], version)).body).toMatchObject([{ id: 1 }]);
    expect(await reply([notification, notification], version)).toMatchObject({ status: 202, text: '' });
  },
);

test('a batch is refused if its protocol version has no batches, if it is empty or too large, or if it contains initialize', async () => {
  const { reply, seen } = startExchange();
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };
  expect((await reply(initialize)).body).toMatchObject({ result: { protocolVersion: '2025-03-26' } });
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
    const { status, body } = await reply(sent, version);
    expect([status, body], `${version} ${JSON.stringify(sent)}`).toEqual([400, invalidRequest]);
  }
  expect(seen.calls).toBe(0);
  expect((await reply(most)).body).toHaveLength(maxBatch);
  expect(seen.calls).toBe(maxBatch);
});

test('the messages of a batch are processed one after the other, and other requests can run in between', async () => {
  const { reply, seen } = startExchange();
  await reply(Array.from({ length: maxBatch }, (_, id) => getCase(id)));
  expect(seen).toMatchObject({ calls: maxBatch, mostAtOnce: 1, turns: maxBatch - 1, counted: maxBatch - 1 });
});

test('once the response to a batch reaches the size limit of one message, its remaining calls get errors', async () => {
  const { reply } = startExchange({ text: 'x'.repeat(maxMessageBytes / 2) });
  const { body } = await reply([getCase(1), getCase(2), notification, getCase(3)]);
  expect(body.map(({ id, error }: { id: number; error?: object }) => [id, error !== undefined])).toEqual([
    [1, false],
    [2, true],
    [3, true],
  ]);
});
