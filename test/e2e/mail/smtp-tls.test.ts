import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAuthority, issueCertificate } from '@evict/local';
import { createSmtpTransport } from '@evict/mail/smtp';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';

const mail = { id: 'mail_1', to: 'robin@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
const from = 'Service <service@example.com>';
const never = new AbortController().signal;
const authority = await createAuthority();
const { cert, key } = await issueCertificate(authority, '127.0.0.1');
const ca = authority.cert;

test.each([
  ['smtp', 'STARTTLS', { secure: false, cert, key }],
  ['smtps', 'TLS from the first byte', { secure: true, cert, key }],
])('by %s a mail goes out with %s', async (scheme, _what, options) => {
  const server = await startServer(options);
  const transport = createSmtpTransport({ url: `${scheme}://127.0.0.1:${server.port}`, tls: 'required', ca, from });
  await transport.send(mail, never);
  expect(server.received).toEqual([{ secure: true, to: ['robin@example.com'] }]);
});

test('a server without TLS gets nothing if TLS is required', async () => {
  const server = await startServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
  const transport = createSmtpTransport({ url: `smtp://127.0.0.1:${server.port}`, tls: 'required', from });
  await expect(transport.send(mail, never)).rejects.toMatchObject({ failure: 'tls' });
  expect(server.received).toEqual([]);
});

test('a server with an untrusted certificate gets nothing', async () => {
  for (const secure of [false, true]) {
    const server = await startServer({ secure, cert, key });
    const url = `${secure ? 'smtps' : 'smtp'}://127.0.0.1:${server.port}`;
    const transport = createSmtpTransport({ url, tls: 'required', from });
    await expect(transport.send(mail, never)).rejects.toMatchObject({ name: 'MailFailure' });
    expect(server.received).toEqual([]);
  }
});

test('with TLS explicitly off a mail is sent without it, whatever the server offers', async () => {
  for (const options of [{ disabledCommands: ['STARTTLS', 'AUTH'] }, { secure: false, cert, key }]) {
    const server = await startServer(options);
    const transport = createSmtpTransport({ url: `smtp://127.0.0.1:${server.port}`, tls: 'off', from });
    await transport.send(mail, never);
    expect(server.received).toEqual([{ secure: false, to: ['robin@example.com'] }]);
  }
});

test('TLS that is both off and required is refused', () => {
  const settings = { url: 'smtps://mail.example.com', tls: 'off', from } as const;
  expect(() => createSmtpTransport(settings)).toThrow('SMTP_TLS is off, but SMTP_URL begins with smtps://');
});

/** An SMTP server that takes every mail, and says how it came. */
async function startServer(options: SMTPServerOptions) {
  const received: { secure: boolean; to: string[] }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    ...options,
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        received.push({ secure: session.secure, to: session.envelope.rcptTo.map(({ address }) => address) });
        done();
      });
    },
  });
  // A client that gives up in the middle is what some of these tests are about.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { port: (listening.address() as AddressInfo).port, received };
}
