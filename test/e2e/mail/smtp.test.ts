import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createAuthority, issueCertificate } from '@evict/local';
import { createSmtpTransport } from '@evict/mail/smtp';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenSilently } from '../support/webhooks.ts';

const mail = { id: 'mail_1', to: 'robin@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
const from = 'Service <service@example.com>';
const never = new AbortController().signal;
const authority = await createAuthority();
const { cert, key } = await issueCertificate(authority, '127.0.0.1');
const ca = authority.cert;
const withoutTls: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'] };

test('an email is sent as plain text and HTML, with its sender, reply address and message id', async () => {
  const { send, received } = await serve(withoutTls);
  await send({ replyTo: 'alex@example.com' });
  const [sent] = received;
  expect(sent).toMatchObject({ from: 'service@example.com', to: ['robin@example.com'] });
  for (const line of [
    'From: Service <service@example.com>',
    'Reply-To: alex@example.com',
    'Message-ID: <mail_1@example.com>',
  ])
    expect(sent?.lines).toContain(line);
  for (const type of ['text/plain', 'text/html'])
    expect(sent?.lines).toContainEqual(expect.stringContaining(`Content-Type: ${type}`));
});

test.each([
  ['Acme: Evictions, Inc.; East <service@example.com>', '"Acme: Evictions, Inc.; East" <service@example.com>'],
  ['"Acme, Inc." <service@example.com>', '"Acme, Inc." <service@example.com>'],
  ['Räumung GmbH <service@example.com>', '=?UTF-8?Q?R=C3=A4umung_GmbH?= <service@example.com>'],
  ['service@example.com', 'service@example.com'],
])('the configured sender %s becomes one address in the From header, with any display name', async (sender, header) => {
  const { transport, received } = await serve(withoutTls, { from: sender });
  await transport.send(mail, never);
  expect(received[0]?.from).toBe('service@example.com');
  expect(received[0]?.lines).toContain(`From: ${header}`);
  expect(received[0]?.lines).toContain('Message-ID: <mail_1@example.com>');
});

/** A server's refusal, with the recipient's address in its message. */
const refuse = (responseCode: number) => Object.assign(new Error('robin@example.com is unknown'), { responseCode });

test.each<[string, SMTPServerOptions]>([
  ['refused_address', { onRcptTo: (_to, _session, done) => done(refuse(550)) }],
  ['refused_address', { onMailFrom: (_from, _session, done) => done(refuse(553)) }],
  ['refused_mail', { onData: (stream, _session, done) => void stream.resume().on('end', () => done(refuse(554))) }],
  ['authentication', { disabledCommands: ['STARTTLS'], onAuth: (_auth, _session, done) => done(refuse(535)) }],
])("a refusal is reported as %s, without the server's message", async (failure, options) => {
  const { send } = await serve({ ...withoutTls, ...options, authOptional: options.onAuth === undefined });
  await expect(send()).rejects.toMatchObject({ failure, message: `email not accepted: ${failure}` });
});

test("a server that doesn't exist is reported as unreachable", async () => {
  const transport = createSmtpTransport({ url: 'smtp://127.0.0.1:1', tls: 'off', from });
  await expect(transport.send(mail, never)).rejects.toMatchObject({ failure: 'unreachable' });
});

test("an abort ends the wait for a server that doesn't respond", async () => {
  const silent = await listenSilently();
  onTestFinished(() => silent.stop());
  const transport = createSmtpTransport({ url: `smtp://127.0.0.1:${silent.port}`, tls: 'off', from });
  const abort = new AbortController();
  const sending = transport.send(mail, abort.signal);
  await expect.poll(() => silent.connections()).toBe(1);
  abort.abort();
  await expect(sending).rejects.toMatchObject({ failure: 'aborted' });
});

describe('TLS', () => {
  test.each([
    ['smtp', 'after STARTTLS', { secure: false, cert, key }],
    ['smtps', 'from the first byte', { secure: true, cert, key }],
  ])('encrypts the connection of %s:// URLs %s', async (scheme, _what, options) => {
    const { transport, received } = await serve(options, { scheme, tls: 'required', ca });
    await transport.send(mail, never);
    expect(received).toMatchObject([{ secure: true, to: ['robin@example.com'] }]);
  });

  test('can be required, and then nothing is sent to a server without TLS', async () => {
    const { transport, received } = await serve(withoutTls, { tls: 'required' });
    await expect(transport.send(mail, never)).rejects.toMatchObject({ failure: 'tls' });
    expect(received).toEqual([]);
  });

  test.each([
    ['smtp', false],
    ['smtps', true],
  ])('fails for %s:// URLs if the certificate is untrusted, and nothing is sent', async (scheme, secure) => {
    const { transport, received } = await serve({ secure, cert, key }, { scheme, tls: 'required' });
    await expect(transport.send(mail, never)).rejects.toMatchObject({ name: 'MailFailure' });
    expect(received).toEqual([]);
  });

  test.each([withoutTls, { secure: false, cert, key }])(
    "isn't used when it is off, whatever the server offers",
    async (options) => {
      const { transport, received } = await serve(options);
      await transport.send(mail, never);
      expect(received).toMatchObject([{ secure: false, to: ['robin@example.com'] }]);
    },
  );

  test("can't be off if the URL requires it", () => {
    const settings = { url: 'smtps://mail.example.com', tls: 'off', from } as const;
    expect(() => createSmtpTransport(settings)).toThrow('SMTP_TLS is off, but SMTP_URL begins with smtps://');
  });
});

type Settings = Parameters<typeof createSmtpTransport>[0];

/**
 * Starts an SMTP server that accepts every email and records how it arrived, and returns a transport with these
 * settings.
 */
async function serve(options: SMTPServerOptions, given: Partial<Settings> & { scheme?: string } = {}) {
  const received: { secure: boolean; from: string; to: string[]; lines: string[] }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    async onData(stream, { secure, envelope: { mailFrom, rcptTo } }, done) {
      const lines = (await text(stream)).split('\r\n');
      received.push({
        secure,
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        lines,
      });
      done();
    },
    ...options,
  });
  // In some of these tests the client gives up midway, so errors are expected.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const { scheme = 'smtp', ...settings } = given;
  const credentials = options.onAuth ? 'me:secret@' : '';
  const url = `${scheme}://${credentials}127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const transport = createSmtpTransport({ tls: 'off', from, ...settings, url });
  return { transport, received, send: (more: object = {}) => transport.send({ ...mail, ...more }, never) };
}
