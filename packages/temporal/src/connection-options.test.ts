import { once } from 'node:events';
import {
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Connection } from '@temporalio/client';
import { NativeConnection, TransportError } from '@temporalio/worker';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionOptions } from './connection-options.ts';

const off = {
  temporalAddress: '127.0.0.1:7233',
  temporalTls: false,
  temporalTlsCa: null,
  temporalTlsCert: null,
  temporalTlsKey: null,
  temporalTlsServerName: '',
  temporalApiKey: '',
};
const pem = (text: string) => Buffer.from(text);

describe('contradictory settings are refused', () => {
  test.each([
    { temporalTlsCa: pem('ca') },
    { temporalTlsKey: pem('key') },
    { temporalTlsServerName: 'temporal' },
    { temporalApiKey: 'key' },
  ])('if TLS is off, but %j is given', (given) => {
    expect(() => connectionOptions({ ...off, ...given })).toThrow('TEMPORAL_TLS must not be off');
  });

  test.each([{ temporalTlsCert: pem('certificate') }, { temporalTlsKey: pem('key') }])(
    'if only half of a pair is given: %j',
    (given) => {
      expect(() => connectionOptions({ ...off, temporalTls: true, ...given })).toThrow('must be given together');
    },
  );
});

describe('a connection to Temporal Cloud', () => {
  const cloud = { ...off, temporalTls: null, temporalAddress: 'evictions.a1b2c.tmprl.cloud:7233' };

  test('needs only an address and an API key', () => {
    expect(connectionOptions({ ...cloud, temporalApiKey: 'a.key' })).toMatchObject({ apiKey: 'a.key', tls: {} });
  });

  test('needs only an address and a client certificate', () => {
    const pair = { temporalTlsCert: pem('certificate'), temporalTlsKey: pem('key') };
    expect(connectionOptions({ ...cloud, ...pair }).tls).toEqual({
      clientCertPair: { crt: pem('certificate'), key: pem('key') },
    });
  });

  test('is unencrypted without an API key or a client certificate, unless TLS is switched on', () => {
    expect(connectionOptions(cloud)).not.toHaveProperty('tls');
    expect(connectionOptions({ ...cloud, temporalTls: true })).toHaveProperty('tls', {});
  });
});

describe('a server that requires certificates', async () => {
  const authority = await certificate('authority');
  const own = await certificate('temporal.test', authority);
  const client = await certificate('gateway', authority);
  const stranger = await certificate('gateway', await certificate('authority'));
  let server: Http2SecureServer;
  let settings: Omit<typeof off, 'temporalTls'> & { temporalTls: boolean };

  beforeAll(async () => {
    server = await serve({ ca: authority.cert, ...own });
    const { port } = server.address() as AddressInfo;
    settings = { ...off, temporalAddress: `127.0.0.1:${port}`, temporalTls: true };
  });
  afterAll(() => server.close());

  const right = () => ({
    ...settings,
    temporalTlsCa: pem(authority.cert),
    temporalTlsCert: pem(client.cert),
    temporalTlsKey: pem(client.key),
    temporalTlsServerName: 'temporal.test',
  });

  test("accepts clients and workers that present one, and they verify the server's certificate", async () => {
    const options = connectionOptions(right());
    const [connection, native] = await Promise.all([Connection.connect(options), NativeConnection.connect(options)]);
    await Promise.all([connection.close(), native.close()]);
  });

  test('receives the API key from clients and workers with every call', async () => {
    const shown: unknown[] = [];
    const note = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void shown.push(headers.authorization);
    server.on('stream', note);
    const options = connectionOptions({ ...right(), temporalApiKey: 'a.key' });
    const [connection, native] = await Promise.all([Connection.connect(options), NativeConnection.connect(options)]);
    await Promise.all([connection.close(), native.close()]);
    server.off('stream', note);
    expect(shown.length).toBeGreaterThanOrEqual(2);
    expect(new Set(shown)).toEqual(new Set(['Bearer a.key']));
  });

  test.each([
    ['without a client certificate', { temporalTlsCert: null, temporalTlsKey: null }],
    [
      'with a certificate from another authority',
      { temporalTlsCert: pem(stranger.cert), temporalTlsKey: pem(stranger.key) },
    ],
    ['under the name of another server', { temporalTlsServerName: 'other.test' }],
    ['without trusting its authority', { temporalTlsCa: null }],
    ['without TLS', off],
  ])("can't be reached %s", async (_, change) => {
    const { temporalAddress } = settings;
    const options = connectionOptions({ ...right(), ...change, temporalAddress });
    await expect(Connection.connect({ ...options, connectTimeout: 500 })).rejects.toThrow('deadline');
    await expect(NativeConnection.connect(options)).rejects.toThrow(TransportError);
  });
});

interface KeyAndCertificate {
  key: string;
  cert: string;
}

async function certificate(name: string, ca?: KeyAndCertificate): Promise<KeyAndCertificate> {
  const pems = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...(ca && { ca }),
    extensions: ca
      ? [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }]
      : [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  return { key: pems.private, cert: pems.cert };
}

/** Starts a server that answers every call with an empty message, like a Temporal server of unknown version. */
async function serve(tls: { ca: string; cert: string; key: string }): Promise<Http2SecureServer> {
  const server = createSecureServer({ ...tls, requestCert: true, rejectUnauthorized: true });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(Buffer.alloc(5)); // an uncompressed message of length 0
  });
  server.on('close', () => sessions.forEach((session) => session.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
