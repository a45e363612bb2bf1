import { readFile, writeFile } from 'node:fs/promises';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { generate } from 'selfsigned';
import { beforeAll, expect, inject, test, vi } from 'vitest';

// Uses a separate database that requires client certificates. The other databases on its server aren't affected.

const dir = mkdtempSync(join(tmpdir(), 'database-tls-'));
const authority = await certificate('authority');
const client = await certificate('postgres', authority); // issued to the name of the database user
const stranger = await certificate('postgres', await certificate('another authority'));
let address: string;

const right = {
  sslmode: 'verify-full',
  sslrootcert: fileOf('authority.pem', authority.cert),
  sslcert: fileOf('client.pem', client.cert),
  sslkey: fileOf('client-key.pem', client.key),
};

beforeAll(async () => {
  address = await cloneDatabase();
  await askForCertificates(new URL(address).pathname.slice(1));
});

test('the database is opened and migrated with the certificates that DATABASE_URL names', async () => {
  const store = openTestStore(withParameters(right), 1);
  const { rows } = await store.pool.query('SELECT ssl, client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
  expect(rows).toEqual([{ ssl: true, client_dn: '/CN=postgres' }]);
  expect(await store.prisma.case.count()).toBe(0);
  await store.close();
  expect(await migrate(withParameters(right))).toEqual([]);
});

test.each([
  ['no TLS parameters', {}],
  ['no client certificate', { ...right, sslcert: undefined, sslkey: undefined }],
  [
    'a client certificate from another authority',
    { ...right, sslcert: fileOf('stranger.pem', stranger.cert), sslkey: fileOf('stranger-key.pem', stranger.key) },
  ],
  ['the wrong root certificate', { ...right, sslrootcert: fileOf('stranger.pem', stranger.cert) }],
])('a connection with %s fails', async (_, parameters) => {
  const store = openTestStore(withParameters(parameters), 1);
  await expect(store.pool.query('SELECT 1')).rejects.toThrow(/certificate|pg_hba|alert/);
  await store.close();
});

/** Adds the parameters to the URL, and removes the password, which the certificate replaces. */
function withParameters(parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address);
  url.password = '';
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

async function askForCertificates(database: string): Promise<void> {
  const server = await certificate('server', authority);
  const files = {
    ssl_ca_file: right.sslrootcert,
    ssl_cert_file: fileOf('server.pem', server.cert),
    ssl_key_file: fileOf('server-key.pem', server.key),
  };
  await withClient(`${inject('servers').postgresUrl}postgres`, async (admin) => {
    const { rows } = await admin.query<{ hba_file: string }>('SHOW hba_file');
    const rules = rows[0]!.hba_file;
    const own = [`hostssl ${database} all all cert`, `hostnossl ${database} all all reject`];
    await writeFile(rules, [...own, await readFile(rules, 'utf8')].join('\n'));
    for (const [name, file] of Object.entries(files)) await admin.query(`ALTER SYSTEM SET ${name} = '${file}'`);
    await admin.query('ALTER SYSTEM SET ssl = on');
    await admin.query('SELECT pg_reload_conf()');
  });
  const isClosed = () =>
    withClient(address, async () => false).catch((error: Error) => error.message.includes('pg_hba'));
  await vi.waitUntil(isClosed, { timeout: 60_000 });
}

function fileOf(name: string, content: string): string {
  const file = join(dir, name);
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

async function certificate(name: string, ca?: { key: string; cert: string }): Promise<{ key: string; cert: string }> {
  const pems = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...(ca && { ca }),
    extensions: ca
      ? [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }]
      : [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  return { key: pems.private, cert: pems.cert };
}
