import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { issueCertificates } from './certificates.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  return () => rmSync(folder, { recursive: true });
});

const pem = (file: string) => readFileSync(join(folder, `${file}.pem`));
const days = (count: number) => new Date(Date.now() + count * 86_400_000);

/** Returns whether the server accepts the client's certificate, and the client accepts the server as `servername`. */
async function meets(server: string, client: string, servername: string): Promise<boolean> {
  const asked = createServer({
    ca: pem(`${server}ca`),
    cert: pem(`${server}certificate`),
    key: pem(`${server}key`),
    requestCert: true,
  });
  onTestFinished(() => void asked.close());
  asked.listen(0, '127.0.0.1');
  await once(asked, 'listening');
  const { port } = asked.address() as { port: number };
  const served = Promise.race([
    once(asked, 'secureConnection').then(([socket]) => (socket as TLSSocket).end()),
    once(asked, 'tlsClientError').then(([error]) => Promise.reject(error as Error)),
  ]);
  const shown = { ca: pem(`${client}ca`), cert: pem(`${client}certificate`), key: pem(`${client}key`) };
  const asking = connect({ ...shown, host: '127.0.0.1', port, servername });
  const results = await Promise.allSettled([served, once(asking, 'secureConnect')]);
  asking.destroy();
  return results.every(({ status }) => status === 'fulfilled');
}

test("the clients and the server trust each other, and no client can act as one of the server's internal services", async () => {
  expect(await issueCertificates(folder)).toEqual(['temporal', 'internode', 'client', 'postgres']);
  expect(await meets('temporal/', 'client/', 'temporal')).toBe(true);
  expect(await meets('temporal/internode-', 'temporal/internode-', 'internode')).toBe(true);
  expect(await meets('temporal/', 'client/', 'elsewhere')).toBe(false);
  expect(await meets('temporal/internode-', 'client/', 'internode')).toBe(false);
});

test('the keys of the authorities are in a separate folder', async () => {
  await issueCertificates(folder);
  expect(readdirSync(join(folder, 'client')).sort()).toEqual([
    'ca.pem',
    'certificate.pem',
    'key.pem',
    'postgres-ca.pem',
  ]);
  expect(readdirSync(join(folder, 'database'))).toEqual(['postgres-ca.pem']);
  expect(readdirSync(folder).sort()).toEqual(['authority', 'client', 'database', 'postgres', 'temporal']);
});

test('a valid certificate is kept, and the same authority renews it 60 days before it expires', async () => {
  await issueCertificates(folder);
  const [authority, before] = [pem('client/ca'), pem('client/certificate')];
  expect(await issueCertificates(folder, days(300))).toEqual([]);
  expect(pem('client/certificate')).toEqual(before);
  expect(await issueCertificates(folder, days(310))).toEqual(['temporal', 'internode', 'client', 'postgres']);
  expect(pem('client/certificate')).not.toEqual(before);
  expect(pem('client/ca')).toEqual(authority);
});

test("a missing folder is created with the authority's certificate even if no certificate is renewed", async () => {
  await issueCertificates(folder);
  rmSync(join(folder, 'database'), { recursive: true });
  expect(await issueCertificates(folder)).toEqual([]);
  expect(pem('database/postgres-ca')).toEqual(pem('postgres/ca'));
});

test('an authority that would expire before its certificates is replaced, together with every certificate that it issued', async () => {
  await issueCertificates(folder);
  const authority = pem('client/ca');
  expect(await issueCertificates(folder, days(3300))).toEqual(['temporal', 'internode', 'client', 'postgres']);
  expect(pem('client/ca')).not.toEqual(authority);
  expect(pem('temporal/ca')).toEqual(pem('client/ca'));
});
