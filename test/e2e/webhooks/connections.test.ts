import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createGuard, createResolver, createSender, type Guard } from '@evict/webhooks';
import { createReceivers, type TestReceiver } from '@evict/testkit';
import { afterEach, expect, test, vi } from 'vitest';
import { listenSilently } from '../support/webhooks.ts';

const receivers = await createReceivers();
const { ca } = receivers;
const deadlineMs = 600;
const never = new AbortController().signal;
/** The message that every test sends. */
const message = { body: '{}', secret: 'whsec_1' };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

test('a host is reached at the address that was checked, and must have a certificate for its name', async () => {
  const receiver = await start(await receivers.certificateOf('hooks.example.com'));
  const send = createSender({ guard: resolvingTo(['127.0.0.1']), ca, deadlineMs });
  const url = urlOf('hooks.example.com', receiver);
  expect(await send({ ...message, url }, never)).toMatchObject({ httpStatus: 200, failure: null });
  expect(receiver.received[0]?.headers.host).toBe(new URL(url).host);
});

test('a connection is reused for the next message, but not once the name resolves to another address', async () => {
  const receiver = await start(await receivers.certificateOf('hooks.example.com'));
  const ports: unknown[] = [];
  receiver.respondWith((response, { socket }) => {
    ports.push(socket.remotePort);
    response.writeHead(200).end('ok');
  });
  const first = '127.0.0.1';
  const lookups = [[first], [first], [first, '8.8.8.8'], ['8.8.8.8', first], ['8.8.8.8', '::1']];
  const guard = createGuard({ testAllow: ['127.0.0.0/8'], resolve: async () => lookups.shift() ?? [] });
  const send = createSender({ guard, ca });
  const ours = { ...message, url: urlOf('hooks.example.com', receiver) };
  for (let count = 0; count < 4; count += 1) expect(await send(ours, never)).toMatchObject({ httpStatus: 200 });
  expect([ports[1] === ports[0], ports[2] === ports[0], ports[3] === ports[2]]).toEqual([true, false, true]);
  expect(await send(ours, never)).toMatchObject({ failure: 'blocked' });
  expect(ports).toHaveLength(4);
});

test('if the receiver cuts a reused connection, the message is sent again within the same attempt', async () => {
  const receiver = await start();
  receiver.respondWith((response, { socket }, number) => {
    if (number === 2) socket.destroy();
    else response.writeHead(200).end();
  });
  const send = createSender({ guard: createGuard({ testAllow: ['127.0.0.0/8'] }), ca });
  const ours = { ...message, url: receiver.url };
  expect(await send(ours, never)).toMatchObject({ httpStatus: 200 });
  expect(await send(ours, never)).toMatchObject({ httpStatus: 200 });
  expect(receiver.received).toHaveLength(3);
});

test("aborting a message that was already answered doesn't cut the connection that the next message uses", async () => {
  const receiver = await start();
  let respond = () => {};
  receiver.respondWith((response, _request, number) => {
    respond = () => response.writeHead(200).end();
    if (number === 1) respond();
  });
  const send = createSender({ guard: createGuard({ testAllow: ['127.0.0.0/8'] }), ca });
  const ours = { ...message, url: receiver.url };
  const first = new AbortController();
  await send(ours, first.signal);
  const second = send(ours, never);
  await receiver.waitFor(2);
  first.abort();
  respond();
  expect(await second).toMatchObject({ httpStatus: 200 });
  expect(receiver.received).toHaveLength(2);
});

test('requests to this machine are always blocked, whatever else the host name resolves to and however the address is written', async () => {
  const { port, connections } = await listen();
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], ['::1']]) {
    const guard = createGuard({ testAllow: [], resolve: async () => addresses });
    const send = createSender({ guard, ca, deadlineMs });
    for (const host of ['hooks.example.com', '127.1', '[::ffff:127.0.0.1]', 'localhost']) {
      const url = `https://${host}:${port}/`;
      expect(await send({ ...message, url }, never)).toMatchObject({ failure: 'blocked' });
    }
  }
  expect(connections()).toBe(0);
});

test("a connection to an address that wasn't checked is cut before a byte of the message is sent", async () => {
  const receiver = await start();
  const judged = createGuard({ testAllow: ['127.0.0.0/8'] });
  const guard: Guard = { ...judged, isAllowed: () => false };
  const send = createSender({ guard, ca, deadlineMs });
  expect(await send({ ...message, url: receiver.url }, never)).toMatchObject({ failure: 'blocked' });
  expect(receiver.received).toEqual([]);
});

test('one deadline covers the name lookup, the TLS handshake and the wait for the status line', async () => {
  const silentDns = createSocket('udp4');
  silentDns.bind(0, '127.0.0.1');
  await once(silentDns, 'listening');
  closing.push(() => silentDns.close());
  const resolve = createResolver([`127.0.0.1:${silentDns.address().port}`]);
  const { port } = await listen();
  const mute = await start();
  mute.respondWith(() => {});
  const ways = [
    { url: 'https://hooks.example.com/', guard: createGuard({ testAllow: ['127.0.0.0/8'], resolve }) },
    { url: `https://hooks.example.com:${port}/`, guard: resolvingTo(['127.0.0.1']) },
    { url: mute.url, guard: resolvingTo([]) },
  ];
  for (const { url, guard } of ways) {
    const result = await createSender({ guard, ca, deadlineMs })({ ...message, url }, never);
    expect(result).toMatchObject({ httpStatus: null, failure: 'timeout' });
    // A timer counts from the start of the event loop's turn, so on a busy machine it fires a little early.
    expect(result.latencyMs).toBeGreaterThan(deadlineMs / 2);
    expect(result.latencyMs).toBeLessThan(deadlineMs + 5000);
  }
});

test('an attempt takes at most ten seconds', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  closing.push(() => limits.mockRestore());
  const receiver = await start();
  const send = createSender({ guard: resolvingTo([]), ca });
  expect(await send({ ...message, url: receiver.url }, never)).toMatchObject({ httpStatus: 200 });
  expect(limits.mock.calls).toEqual([[10_000]]);
});

test("a name server that never answers IPv6 queries doesn't prevent the use of an IPv4 address", async () => {
  const { port, asked } = await serveNames({ ipv4: '8.8.8.8' });
  const guard = createGuard({ testAllow: [], resolve: createResolver([`127.0.0.1:${port}`]) });
  const signal = AbortSignal.timeout(60_000);
  expect(await guard.addressesOf('https://hooks.example.com/', signal)).toEqual(['8.8.8.8']);
  // A client that waited longer would ask again.
  expect(asked.toSorted((one, other) => one - other)).toEqual([1, 28]);
});

test("an attempt fails with a DNS error if the name server can't be reached", async () => {
  const guard = createGuard({ testAllow: [], resolve: createResolver(['127.0.0.1:1']) });
  const result = await createSender({ guard, ca, deadlineMs: 10_000 })(
    { ...message, url: 'https://hooks.example.com/' },
    never,
  );
  expect(result).toMatchObject({ httpStatus: null, failure: 'dns' });
});

test('an attempt that the service aborts fails with the reason for the abort, and returns no result', async () => {
  const mute = await start();
  mute.respondWith(() => {});
  const stopping = new AbortController();
  const guard = createGuard({ testAllow: ['127.0.0.0/8'] });
  const sending = createSender({ guard, ca })({ ...message, url: mute.url }, stopping.signal);
  await mute.waitFor(1);
  stopping.abort(new Error('the worker stops'));
  await expect(sending).rejects.toThrow('the worker stops');
});

async function start(tls?: { cert: string; key: string }): Promise<TestReceiver> {
  const receiver = await receivers.start(tls);
  closing.push(() => receiver.stop());
  return receiver;
}

async function listen() {
  const silent = await listenSilently();
  closing.push(() => silent.stop());
  return silent;
}

/**
 * Starts a name server that has one IPv4 address for any name and never responds to other questions. Returns its port
 * and the record types it was asked for.
 */
async function serveNames({ ipv4 }: { ipv4: string }) {
  const server = createSocket('udp4');
  const asked: number[] = [];
  server.on('message', (question, { port, address }) => {
    const type = question.indexOf(0, 12) + 1;
    asked.push(question.readUInt16BE(type));
    if (asked.at(-1) !== 1) return;
    const head = [...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0];
    const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...ipv4.split('.').map(Number)];
    server.send(Buffer.from([...head, ...question.subarray(12, type + 4), ...record]), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return { port: server.address().port, asked };
}

function resolvingTo(addresses: string[]): Guard {
  return createGuard({ testAllow: ['127.0.0.0/8'], resolve: async () => addresses });
}

function urlOf(name: string, { url }: TestReceiver): string {
  return url.replace('127.0.0.1', name);
}
