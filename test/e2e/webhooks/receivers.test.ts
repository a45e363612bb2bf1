import type { TestReceiver } from '@evict/testkit';
import { expect, test } from 'vitest';
import { polling, startWebhookService } from '../support/webhook-world.ts';
import { listenSilently, register } from '../support/webhooks.ts';

type RudeResponse = Parameters<Parameters<TestReceiver['respondWith']>[0]>[0];

const retryDelaysMs = [300, 500, 700, 900];
const { receivers, start, world, leave } = await startWebhookService({ retryDelaysMs, deadlineMs: 1500 });

test.each([
  { what: 'responds with 204', code: 204, log: { httpStatus: 204, failure: null }, status: 'delivered' },
  { what: 'responds with 299', code: 299, log: { httpStatus: 299, failure: null }, status: 'delivered' },
  { what: 'redirects by 301', code: 301, log: { httpStatus: 301, failure: null }, status: 'pending' },
  { what: 'redirects by 302', code: 302, log: { httpStatus: 302, failure: null }, status: 'pending' },
  { what: 'redirects by 307', code: 307, log: { httpStatus: 307, failure: null }, status: 'pending' },
  { what: 'redirects by 308', code: 308, log: { httpStatus: 308, failure: null }, status: 'pending' },
  { what: 'responds with 304', code: 304, log: { httpStatus: 304, failure: null }, status: 'pending' },
  { what: 'responds with 400', code: 400, log: { httpStatus: 400, failure: null }, status: 'pending' },
  { what: 'responds with 503', code: 503, log: { httpStatus: 503, failure: null }, status: 'pending' },
])('a receiver that $what leaves the delivery $status', async ({ code, log, status }) => {
  const elsewhere = await start();
  const { receiver, deliver, logOf, statusOf } = await world();
  receiver.respondWith((response) => response.writeHead(code, { location: elsewhere.url }).end());
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  await expect.poll(async () => (await logOf(event?.id))[0], polling).toMatchObject({ attempt: 1, ...log });
  expect((await statusOf(event?.id)).status).toBe(status);
  expect(elsewhere.received).toEqual([]);
});

test.each([
  { what: 'never answers', failure: 'timeout', rude: () => {} },
  {
    what: 'sends half a status line and then nothing',
    failure: 'timeout',
    rude: (response: RudeResponse) => response.socket?.write('HTTP/1.1 20'),
  },
  {
    what: 'sends headers without end',
    failure: 'protocol',
    rude: (response: RudeResponse) => response.socket?.write(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(70_000)}`),
  },
  { what: 'resets the connection', failure: 'reset', rude: (response: RudeResponse) => response.socket?.destroy() },
  {
    what: 'speaks no HTTP',
    failure: 'protocol',
    rude: (response: RudeResponse) => response.socket?.end('220 mail.example.com ESMTP\r\n'),
  },
  {
    what: 'switches protocols unasked',
    failure: 'protocol',
    rude: (response: RudeResponse) =>
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
  },
  {
    what: 'sends interim answers without end',
    failure: 'protocol',
    rude: ({ socket }: RudeResponse) => {
      const more = () => {
        while (socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)));
      };
      socket?.on('drain', more).on('error', () => {});
      more();
    },
  },
  {
    what: 'gives two lengths',
    failure: 'protocol',
    rude: (response: RudeResponse) =>
      response.socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
  },
])('a receiver that $what fails the try as $failure', async ({ rude, failure }) => {
  const { receiver, deliver, logOf } = await world();
  receiver.respondWith(rude);
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  await expect.poll(async () => (await logOf(event?.id))[0], polling).toMatchObject({ httpStatus: null, failure });
});

test.each([
  {
    what: 'promises more body than it sends and cuts the connection',
    rude: (response: RudeResponse) => {
      response.writeHead(200, { 'content-length': 100 }).write('short');
      response.socket?.end();
    },
  },
  {
    what: 'dribbles its body for ever',
    rude: (response: RudeResponse) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    },
  },
  {
    what: 'sends a body without end',
    rude: (response: RudeResponse) => {
      response.writeHead(200);
      const more = () => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', more).on('error', () => {});
      more();
    },
  },
])('a receiver that $what has answered by its status line', async ({ rude }) => {
  const { receiver, deliver, logOf, statusOf } = await world();
  receiver.respondWith(rude);
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  await expect.poll(() => statusOf(event?.id), polling).toMatchObject({ status: 'delivered', attempts: 1 });
  expect((await logOf(event?.id))[0]).toMatchObject({ httpStatus: 200, failure: null });
});

test.each([
  { what: 'of an authority that nobody trusts', tls: () => receivers.untrusted() },
  { what: 'of another host', tls: () => receivers.certificateOf('127.0.0.2') },
])('a receiver with a certificate $what gets nothing', async ({ tls }) => {
  const { receiver, deliver, logOf } = await world(await tls());
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  await expect.poll(async () => (await logOf(event?.id))[0], polling).toMatchObject({ failure: 'tls' });
  expect(receiver.received).toEqual([]);
});

test('a refused connection and a silent receiver are distinguished in the log', async () => {
  const silent = await listenSilently();
  const { receiver, deliver, logOf, customer } = await world();
  const { id } = await register(customer, silent.url);
  await leave(receiver);
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  await expect.poll(async () => (await logOf(event?.id)).length, polling).toBeGreaterThanOrEqual(2);
  await expect.poll(async () => (await logOf(event?.id, id))[0], polling).toMatchObject({ failure: 'timeout' });
  const others = (await logOf(event?.id)).filter(({ delivery }) => delivery.endpointId !== id);
  expect(others[0]).toMatchObject({ httpStatus: null, failure: 'refused' });
  await silent.stop();
});
