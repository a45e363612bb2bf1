import { hash as digest, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What a credential is for is readable from its prefix. */
export const credentialPrefixes = {
  testKey: 'eak_test_',
  liveKey: 'eak_live_',
  session: 'ess_',
  attorneyToken: 'eut_',
  /** An access token of a connected app. */
  accessToken: 'eoa_',
  /** A refresh token of a connected app; authenticates no request. */
  refreshToken: 'eor_',
  /** With which a browser returns to an app that was connected; authenticates no request. */
  connection: 'eoc_',
  /** In the link that sets a new password; authenticates no request. */
  passwordReset: 'ert_',
  /** In the link that proves an address; authenticates no request. */
  address: 'eat_',
  /** The ticket of a sign-in that awaits its second step; authenticates no request. */
  signIn: 'est_',
  /** In the link that accepts an invitation; authenticates no request. */
  invitation: 'eit_',
  /** In the address of a calendar, which it shows; authenticates no other request. */
  calendar: 'ecl_',
  /** Signs the deliveries to a webhook endpoint; authenticates no request. */
  webhookSecret: 'whsec_',
} as const;

export type CredentialPrefix = (typeof credentialPrefixes)[keyof typeof credentialPrefixes];

export interface MintedCredential {
  /** Prefix, 32 random bytes in base62 and a checksum. Shown once and never stored. */
  secret: string;
  /** SHA-256 of the secret: what is stored. */
  hash: Buffer;
  /** The end of the secret, by which its owner recognizes it. */
  lastFour: string;
}

/** A credential as it is looked up. */
export interface Credential {
  prefix: CredentialPrefix;
  /** SHA-256 of the secret. */
  hash: Buffer;
}

/** Makes a new credential. */
export function mintCredential(prefix: CredentialPrefix): MintedCredential {
  const unchecked = prefix + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), randomLength);
  const secret = unchecked + checksum(unchecked);
  return { secret, hash: hashSecret(secret), lastFour: secret.slice(-4) };
}

/**
 * The prefix and hash of a credential; null for malformed text. The checksum rejects mistyped and invented credentials
 * without a query.
 */
export function parseCredential(text: string): Credential | null {
  const prefix = Object.values(credentialPrefixes).find((known) => text.startsWith(known));
  if (!prefix || !randomAndChecksum.test(text.slice(prefix.length))) return null;
  const unchecked = text.slice(0, -checksumLength);
  if (checksum(unchecked) !== text.slice(-checksumLength)) return null;
  return { prefix, hash: hashSecret(text) };
}

/** The credential in an Authorization header; null without a well-formed one. */
export function parseAuthorization(header = ''): Credential | null {
  const [, text] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  return text === undefined ? null : parseCredential(text);
}

/** By which a process remembers a credential. */
export function keyOf({ hash }: Pick<Credential, 'hash'>): string {
  return hash.toString('latin1');
}

/** The prefix of API keys for a mode. */
export function apiKeyPrefix(mode: 'test' | 'live'): CredentialPrefix {
  return mode === 'live' ? credentialPrefixes.liveKey : credentialPrefixes.testKey;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is the first power of 62 above 2^256, 62^6 the first above 2^32. */
const randomLength = 43;
const checksumLength = 6;
const randomAndChecksum = new RegExp(`^[0-9A-Za-z]{${randomLength + checksumLength}}$`);

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength);
}

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits;
  return digits;
}

/** SHA-256 of a secret: what is stored of it. */
export function hashSecret(secret: string): Buffer {
  return digest('sha256', secret, 'buffer');
}
