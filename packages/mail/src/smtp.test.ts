import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createSmtpTransport } from './smtp.ts';

const mail = { id: 'mail_1', to: 'robin@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
const never = new AbortController().signal;
let server: Server | undefined;
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server?.close();
  server = undefined;
});

test('a mail that the server takes is sent, as plain text and as HTML', async () => {
  const { transport, received } = await serve({});
  await transport.send({ ...mail, replyTo: 'alex@example.com' }, never);
  const sent = received();
  expect(sent).toMatch(/^MAIL FROM:<service@example\.com>/m);
  expect(sent).toMatch(/^RCPT TO:<robin@example\.com>/m);
  expect(sent).toMatch(/^From: Service <service@example\.com>/m);
  expect(sent).toMatch(/^Reply-To: alex@example\.com/m);
  expect(sent).toMatch(/^Message-ID: <mail_1@example\.com>/m);
  expect(sent).toMatch(/^Content-Type: text\/plain/m);
  expect(sent).toMatch(/^Content-Type: text\/html/m);
});

test.each([
  ['Acme: Evictions, Inc.; East <service@example.com>', '"Acme: Evictions, Inc.; East" <service@example.com>'],
  ['"Acme, Inc." <service@example.com>', '"Acme, Inc." <service@example.com>'],
  ['Räumung GmbH <service@example.com>', '=?UTF-8?Q?R=C3=A4umung_GmbH?= <service@example.com>'],
  ['service@example.com', 'service@example.com'],
])('the sender %s is one address under its own name', async (from, header) => {
  const { transport, received } = await serve({}, from);
  await transport.send(mail, never);
  const lines = received().split('\r\n');
  expect(lines).toContain(`From: ${header}`);
  expect(lines).toContain('MAIL FROM:<service@example.com>');
  expect(received()).toMatch(/^Message-ID: <mail_1@example\.com>/m);
});

test.each([
  { replies: { RCPT: '550 No such user robin@example.com' }, failure: 'refused_address' },
  { replies: { MAIL: '553 Not you' }, failure: 'refused_address' },
  { replies: { '.': '554 No' }, failure: 'refused_mail' },
  { replies: { AUTH: '535 Wrong password' }, failure: 'authentication' },
])('a refusal by $replies fails as $failure, without the text of the server', async ({ replies, failure }) => {
  const { transport } = await serve(replies);
  const sending = transport.send(mail, never);
  await expect(sending).rejects.toMatchObject({ failure, message: `mail not accepted: ${failure}` });
});

test('a server that is not there is unreachable', async () => {
  const { transport, close } = await serve({});
  await close();
  await expect(transport.send(mail, never)).rejects.toMatchObject({ failure: 'unreachable' });
});

test('an abort ends the wait for a server that does not respond', async () => {
  const { transport, connected } = await serve({ greeting: '' });
  const abort = new AbortController();
  const sending = transport.send(mail, abort.signal);
  await connected;
  abort.abort();
  await expect(sending).rejects.toMatchObject({ failure: 'aborted' });
});

/** A minimal SMTP server for one mail. `replies` override the usual reply to a command. */
async function serve(replies: Readonly<Record<string, string>>, from = 'Service <service@example.com>') {
  let received = '';
  const usual: Readonly<Record<string, string>> = {
    EHLO: '250-localhost\r\n250 AUTH PLAIN',
    AUTH: '235 Welcome',
    MAIL: '250 OK',
    RCPT: '250 OK',
    DATA: '354 Go on',
    '.': '250 Taken',
    QUIT: '221 Bye',
  };
  const reply = (socket: Socket, command: string) => {
    const text = replies[command] ?? usual[command];
    if (text) socket.write(`${text}\r\n`);
  };
  server = createServer((socket) => {
    sockets.add(socket);
    if (replies['greeting'] !== '') socket.write('220 localhost\r\n');
    let inData = false;
    let rest = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk.toString();
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (inData && line !== '.') continue;
        const command = line.split(' ')[0] ?? '';
        inData = command === 'DATA';
        reply(socket, command);
      }
    });
  });
  const connected = once(server, 'connection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    transport: createSmtpTransport({
      url: `smtp://me:secret@127.0.0.1:${port}`,
      tls: 'off',
      from,
    }),
    received: () => received,
    connected,
    close: async () => {
      const closed = once(server as Server, 'close');
      server?.close();
      await closed;
    },
  };
}
