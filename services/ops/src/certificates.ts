// The certificates of Temporal and PostgreSQL in docker-compose.yml.

import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** PEM texts. */
interface Pair {
  cert: string;
  key: string;
}

interface Issued {
  folder: string;
  prefix: string;
  by: string;
  name: string;
  /** The folders of those who know it by its authority. The folder `database` has nothing else, for processes without Temporal. */
  knownIn?: readonly string[];
}

/** Each is issued by the authority of its `by`, into a folder that is a volume of its own. */
const issued: readonly Issued[] = [
  { folder: 'temporal', prefix: '', by: 'clients', name: 'temporal' },
  // Among the server's own services, which no client may call.
  { folder: 'temporal', prefix: 'internode-', by: 'internode', name: 'internode' },
  // Temporal tells its clients apart by a token, if at all: one certificate for all of them.
  { folder: 'client', prefix: '', by: 'clients', name: 'client' },
  { folder: 'postgres', prefix: '', by: 'postgres', name: 'postgres', knownIn: ['client', 'temporal', 'database'] },
];

const dayMs = 86_400_000;
const validDays = { authority: 3650, certificate: 365 };
const renewedBeforeDays = 60;

/**
 * Writes what is missing or expires within 60 days: `{ca,certificate,key}.pem` of each, and to whom it is known by its
 * authority, that. Returns whose it was.
 */
export async function issueCertificates(folder: string, now = new Date()): Promise<string[]> {
  const renewed: string[] = [];
  for (const { folder: into, prefix, by, name, knownIn = [] } of issued) {
    const authority = await openAuthority(join(folder, 'authority'), by, now);
    for (const other of knownIn) write(join(folder, other, `${by}-ca.pem`), authority.cert, 0o644);
    const file = (base: string) => join(folder, into, `${prefix}${base}.pem`);
    const present = read(file('certificate'), file('key'));
    if (present && isGood(present, authority, now)) continue;
    const { cert, key } = await issue(name, authority, now);
    // Programs of others run as users of their own: what keeps a key from a service is that its volume is not mounted.
    write(file('ca'), authority.cert, 0o644);
    write(file('key'), key, 0o644);
    write(file('certificate'), cert, 0o644);
    renewed.push(name);
  }
  return renewed;
}

/** The authority of the name; a new one where there is none that outlives what it issues. */
async function openAuthority(folder: string, name: string, now: Date): Promise<Pair> {
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)];
  const present = read(certFile, keyFile);
  if (present && daysLeft(present, now) > validDays.certificate) return present;
  const made = await sign(`Eviction Case Service: ${name}`, now, validDays.authority, {
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  write(keyFile, made.key, 0o600);
  write(certFile, made.cert, 0o600);
  return made;
}

function issue(name: string, authority: Pair, now: Date): Promise<Pair> {
  const isServer = name !== 'client';
  const names = [name, 'localhost'].map((value) => ({ type: 2, value }) as const);
  return sign(name, now, validDays.certificate, {
    ca: authority,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', clientAuth: true, serverAuth: isServer },
      ...(isServer ? [{ name: 'subjectAltName' as const, altNames: names }] : []),
    ],
  });
}

type Options = Pick<NonNullable<Parameters<typeof generate>[1]>, 'ca' | 'extensions'>;

async function sign(commonName: string, now: Date, days: number, options: Options): Promise<Pair> {
  const pems = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - dayMs / 24), // clocks of hosts differ
    notAfterDate: new Date(now.getTime() + days * dayMs),
    ...options,
  });
  return { cert: pems.cert, key: pems.private };
}

/** Whether it is of this authority, and needs no renewal yet. */
function isGood(pair: Pair, authority: Pair, now: Date): boolean {
  const [own, issuer] = [new X509Certificate(pair.cert), new X509Certificate(authority.cert)];
  return own.checkIssued(issuer) && own.verify(issuer.publicKey) && daysLeft(pair, now) > renewedBeforeDays;
}

function daysLeft({ cert }: Pair, now: Date): number {
  return (new X509Certificate(cert).validToDate.getTime() - now.getTime()) / dayMs;
}

function read(certFile: string, keyFile: string): Pair | undefined {
  if (!existsSync(certFile) || !existsSync(keyFile)) return undefined;
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}

/** Whole or not at all. */
function write(file: string, content: string, mode: number): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(`${file}.new`, content, { mode, flush: true });
  renameSync(`${file}.new`, file);
}
