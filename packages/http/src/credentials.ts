import { hash as digest, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefix says what a credential is for. */
export const credentialPrefixes = {
  testKey: 'eak_test_',
  liveKey: 'eak_live_',
  session: 'ess_',
  attorneyToken: 'eut_',
  /** Of the link to set a new password; authenticates nothing. */
  passwordReset: 'ert_',
  /** Signs what is posted to an endpoint; authenticates nothing. */
  webhookSecret: 'whsec_',
} as const;

export type CredentialPrefix = (typeof credentialPrefixes)[keyof typeof credentialPrefixes];

export interface MintedCredential {
  /** Prefix, 32 random bytes and a checksum. Shown once, never kept. */
  secret: string;
  /** SHA-256 of the secret: what is kept. */
  hash: Buffer;
  lastFour: string;
}

/** A credential as it is looked up. */
export interface Credential {
  prefix: CredentialPrefix;
  /** SHA-256 of the secret. */
  hash: Buffer;
}

/** A new credential. */
export function mintCredential(prefix: CredentialPrefix): MintedCredential {
  const unchecked = prefix + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), randomLength);
  const secret = unchecked + checksum(unchecked);
  return { secret, hash: hashOf(secret), lastFour: secret.slice(-4) };
}

/**
 * The prefix and hash of a credential; null for text that was never one. The checksum tells mistyped and invented
 * ones without asking the database.
 */
export function readCredential(text: string): Credential | null {
  const prefix = Object.values(credentialPrefixes).find((known) => text.startsWith(known));
  if (!prefix || !random.test(text.slice(prefix.length))) return null;
  const unchecked = text.slice(0, -checksumLength);
  if (checksum(unchecked) !== text.slice(-checksumLength)) return null;
  return { prefix, hash: hashOf(text) };
}

/** The credential in an Authorization header; null where there is none. */
export function readAuthorization(header = ''): Credential | null {
  const [, text] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  return text === undefined ? null : readCredential(text);
}

/** The mode that a key of this prefix acts in. */
export function keyPrefix(mode: 'test' | 'live'): CredentialPrefix {
  return mode === 'live' ? credentialPrefixes.liveKey : credentialPrefixes.testKey;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is the first power of 62 above 2^256, 62^6 the first above 2^32. */
const randomLength = 43;
const checksumLength = 6;
const random = new RegExp(`^[0-9A-Za-z]{${randomLength + checksumLength}}$`);

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength);
}

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits;
  return digits;
}

function hashOf(secret: string): Buffer {
  return digest('sha256', secret, 'buffer');
}
