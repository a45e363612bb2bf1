import { Readable, type Writable } from 'node:stream';
import type { TestReceiver } from '@evict/testkit';
import { expect, test } from 'vitest';
import { polling, startWebhookService } from '../support/webhook-world.ts';
import { listenSilently, register } from '../support/webhooks.ts';

type RudeResponse = Parameters<Parameters<TestReceiver['respondWith']>[0]>[0];

const retryDelaysMs = [300, 500, 700, 900];
const { receivers, start, world, leave } = await startWebhookService({ retryDelaysMs, deadlineMs: 1500 });

test.each([
  [204, 'delivered'],
  [299, 'delivered'],
  [301, 'pending'],
  [302, 'pending'],
  [304, 'pending'],
  [307, 'pending'],
  [308, 'pending'],
  [400, 'pending'],
  [503, 'pending'],
])('after a response with %i the delivery is %s, and no redirect is followed', async (code, status) => {
  const elsewhere = await start();
  const { receiver, deliver, logOf, statusOf } = await world();
  receiver.respondWith((response) => response.writeHead(code, { location: elsewhere.url }).end());
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  await expect
    .poll(async () => (await logOf(event?.id))[0], polling)
    .toMatchObject({
      attempt: 1,
      httpStatus: code,
      failure: null,
    });
  expect((await statusOf(event?.id)).status).toBe(status);
  expect(elsewhere.received).toEqual([]);
});

const says =
  (text: string) =>
  ({ socket }: RudeResponse) =>
    void socket?.write(text);

/** Writes the string forever, as fast as the other side reads it. */
function writeForever(stream: Writable, text: string): void {
  const endless = (function* () {
    for (;;) yield text;
  })();
  Readable.from(endless)
    .pipe(stream)
    .on('error', () => {});
}

test.each<[string, string, (response: RudeResponse) => void]>([
  ['never responds', 'timeout', () => {}],
  ['sends half a status line and then nothing', 'timeout', says('HTTP/1.1 20')],
  ['sends endless headers', 'protocol', says(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(70_000)}`)],
  ['resets the connection', 'reset', ({ socket }) => socket?.destroy()],
  ["doesn't speak HTTP", 'protocol', ({ socket }) => socket?.end('220 mail.example.com ESMTP\r\n')],
  [
    'switches protocols unasked',
    'protocol',
    says('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
  ],
  [
    'sends endless interim responses',
    'protocol',
    ({ socket }) => socket && writeForever(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)),
  ],
  ['sends two body lengths', 'protocol', says('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab')],
])('a delivery attempt to a receiver that %s fails with the error "%s"', async (_what, failure, rude) => {
  const { receiver, deliver, logOf } = await world();
  receiver.respondWith(rude);
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  await expect.poll(async () => (await logOf(event?.id))[0], polling).toMatchObject({ httpStatus: null, failure });
});

test.each([
  {
    what: 'cuts the connection in the middle of its response body',
    rude: (response: RudeResponse) => {
      response.writeHead(200, { 'content-length': 100 }).write('short');
      response.socket?.end();
    },
  },
  {
    what: 'sends an endless body slowly',
    rude: (response: RudeResponse) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    },
  },
  {
    what: 'sends an endless body as fast as possible',
    rude: (response: RudeResponse) => {
      response.writeHead(200);
      writeForever(response, 'x'.repeat(65_536));
    },
  },
])('a delivery to a receiver that $what succeeds once the status line has arrived', async ({ rude }) => {
  const { receiver, deliver, logOf, statusOf } = await world();
  receiver.respondWith(rude);
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  await expect.poll(() => statusOf(event?.id), polling).toMatchObject({ status: 'delivered', attempts: 1 });
  expect((await logOf(event?.id))[0]).toMatchObject({ httpStatus: 200, failure: null });
});

test.each([
  { what: 'from an untrusted authority', tls: () => receivers.untrusted() },
  { what: 'for another host', tls: () => receivers.certificateOf('127.0.0.2') },
])('a receiver with a certificate $what receives nothing', async ({ tls }) => {
  const { receiver, deliver, logOf } = await world(await tls());
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  await expect.poll(async () => (await logOf(event?.id))[0], polling).toMatchObject({ failure: 'tls' });
  expect(receiver.received).toEqual([]);
});

test('the log distinguishes a refused connection from a silent receiver', async () => {
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
