// Issues the certificates that Temporal and PostgreSQL use in docker-compose.yml.

import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A certificate and its private key, in PEM format. */
interface Pair {
  cert: string;
  key: string;
}

interface Issued {
  folder: string;
  prefix: string;
  by: string;
  name: string;
  /**
   * The folders that also get the authority's certificate, for the programs that verify this certificate. The folder
   * `database` contains nothing else. It is for processes that don't use Temporal.
   */
  knownIn?: readonly string[];
}

/**
 * The certificates to issue. `by` is the authority that signs one, and `folder` is where it is written. Each folder is
 * a separate volume.
 */
const issued: readonly Issued[] = [
  { folder: 'temporal', prefix: '', by: 'clients', name: 'temporal' },
  // Used between Temporal's internal services, which no client may call.
  { folder: 'temporal', prefix: 'internode-', by: 'internode', name: 'internode' },
  // All clients share one certificate, so Temporal can't tell them apart by it.
  { folder: 'client', prefix: '', by: 'clients', name: 'client' },
  { folder: 'postgres', prefix: '', by: 'postgres', name: 'postgres', knownIn: ['client', 'temporal', 'database'] },
];

const dayMs = 86_400_000;
const validDays = { authority: 3650, certificate: 365 };
const renewedBeforeDays = 60;

/**
 * Writes the certificates that are missing, expire within 60 days or come from a replaced authority. Each is written to
 * its folder as `{ca,certificate,key}.pem`, and the authority's certificate also to the folders in `knownIn`. Returns
 * the names of the certificates that were written.
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
    // The files are readable by all, because third-party programs run as their own users. Keys are protected because no
    // other container mounts their volume.
    write(file('ca'), authority.cert, 0o644);
    write(file('key'), key, 0o644);
    write(file('certificate'), cert, 0o644);
    renewed.push(name);
  }
  return renewed;
}

/**
 * Reads the authority of this name. Creates a new one if it is missing or would expire before a certificate that it
 * issues.
 */
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
    notBeforeDate: new Date(now.getTime() - dayMs / 24), // allows for differences between the hosts' clocks
    notAfterDate: new Date(now.getTime() + days * dayMs),
    ...options,
  });
  return { cert: pems.cert, key: pems.private };
}

/** Whether the certificate was issued by this authority and doesn't need to be renewed yet. */
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

/** Writes the file atomically. */
function write(file: string, content: string, mode: number): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(`${file}.new`, content, { mode, flush: true });
  renameSync(`${file}.new`, file);
}
