import { createGuard, createGuardedFetch } from '@evict/webhooks';
import { createReceivers } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';

const receivers = await createReceivers();
const receiver = await receivers.start();
const elsewhere = await receivers.start();
afterAll(() => Promise.all([receiver.stop(), elsewhere.stop()]));
const { ca } = receivers;
const open = createGuardedFetch({ guard: createGuard({ testAllow: ['127.0.0.0/8'] }), ca });
const get = { method: 'GET', headers: {} };

test('a form that is posted to an identity provider arrives, and the response is returned with its status, type and body', async () => {
  receiver.respondWith((response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":1}'),
  );
  const body = new URLSearchParams({ code: 'a b' });
  const response = await open(`${receiver.url}/token`, { method: 'POST', headers: { accept: 'x' }, body });
  expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
    400,
    'application/json',
    { error: 1 },
  ]);
  expect(receiver.received.at(-1)).toMatchObject({ path: '/token', raw: 'code=a+b', headers: { accept: 'x' } });
});

test('a redirect is returned as a response, and is not followed', async () => {
  receiver.respondWith((response) => response.writeHead(302, { location: elsewhere.url }).end());
  expect((await open(receiver.url, get)).status).toBe(302);
  expect(elsewhere.received).toEqual([]);
});

test('no request is sent to a host that is or resolves to a private address, to a plain HTTP URL, or to a server without a valid certificate', async () => {
  const strict = createGuardedFetch({ guard: createGuard({ testAllow: [], resolve: async () => ['127.0.0.1'] }), ca });
  const before = receiver.received.length;
  const named = receiver.url.replace('127.0.0.1', 'id.example.com');
  for (const url of [receiver.url, named, 'https://169.254.169.254/', receiver.url.replace('https', 'http')]) {
    await expect(strict(url, get)).rejects.toMatchObject({ name: 'BlockedError' });
  }
  await expect(open(receiver.url.replace('https', 'http'), get)).rejects.toMatchObject({ name: 'BlockedError' });
  const stranger = await receivers.start(await receivers.untrusted());
  await expect(open(stranger.url, get)).rejects.toThrow(/certificate/);
  await stranger.stop();
  expect([receiver.received.length, stranger.received]).toEqual([before, []]);
});

test('a response that is too large, a cut connection and an abort each cause an error', async () => {
  receiver.respondWith((response) => response.writeHead(200).end(Buffer.alloc(600 * 1024)));
  await expect(open(receiver.url, get)).rejects.toThrow('too large');
  receiver.respondWith(({ socket }) => socket?.destroy());
  await expect(open(receiver.url, get)).rejects.toThrow(Error);
  receiver.respondWith(() => {});
  await expect(open(receiver.url, { ...get, signal: AbortSignal.timeout(100) })).rejects.toThrow(Error);
});
