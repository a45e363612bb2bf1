import { hash as digest, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefix of each kind of credential. It shows what the credential is for. */
export const credentialPrefixes = {
  testKey: 'eak_test_',
  liveKey: 'eak_live_',
  session: 'ess_',
  attorneyToken: 'eut_',
  /** An access token of a connected app. */
  accessToken: 'eoa_',
  /** A refresh token of a connected app. It can't authenticate a request. */
  refreshToken: 'eor_',
  /** The ticket with which a browser returns to an app after consent. It can't authenticate a request. */
  connection: 'eoc_',
  /** A secret in the link that sets a new password. It can't authenticate a request. */
  passwordReset: 'ert_',
  /** A secret in the link that confirms an email address. It can't authenticate a request. */
  address: 'eat_',
  /** The ticket of a sign-in that awaits its second factor. It can't authenticate a request. */
  signIn: 'est_',
  /** A secret in the link that accepts an invitation. It can't authenticate a request. */
  invitation: 'eit_',
  /** A secret in the URL of a calendar. It gives access to that calendar only. */
  calendar: 'ecl_',
  /** The key that signs webhook deliveries to an endpoint. It can't authenticate a request. */
  webhookSecret: 'whsec_',
} as const;

export type CredentialPrefix = (typeof credentialPrefixes)[keyof typeof credentialPrefixes];

export interface MintedCredential {
  /** The prefix, 32 random bytes in base62, and a checksum. Shown to its owner once, and never stored in plain text. */
  secret: string;
  /** The SHA-256 of the secret. If the secret identifies its sender, the database stores only this hash. */
  hash: Buffer;
  /** The last four characters, by which the owner recognizes the secret. */
  lastFour: string;
}

/** A credential in the form in which it is looked up. */
export interface Credential {
  prefix: CredentialPrefix;
  hash: Buffer;
}

/** Creates a credential with 256 random bits. */
export function mintCredential(prefix: CredentialPrefix): MintedCredential {
  const unchecked = prefix + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), randomLength);
  const secret = unchecked + checksum(unchecked);
  return { secret, hash: hashSecret(secret), lastFour: secret.slice(-4) };
}

/**
 * Splits a credential into its prefix and hash. Returns null for malformed text. The checksum rejects mistyped and
 * invented credentials without a query.
 */
export function parseCredential(text: string): Credential | null {
  const prefix = Object.values(credentialPrefixes).find((known) => text.startsWith(known));
  if (!prefix || !randomAndChecksum.test(text.slice(prefix.length))) return null;
  const unchecked = text.slice(0, -checksumLength);
  if (checksum(unchecked) !== text.slice(-checksumLength)) return null;
  return { prefix, hash: hashSecret(text) };
}

/** Returns the credential in an Authorization header, or null if there is no well-formed one. */
export function parseAuthorization(header = ''): Credential | null {
  const [, text] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  return text === undefined ? null : parseCredential(text);
}

/** Returns the key under which a process caches a credential. */
export function keyOf({ hash }: Pick<Credential, 'hash'>): string {
  return hash.toString('latin1');
}

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

/** Returns the SHA-256 of a secret. The database stores this instead of the secret. */
export function hashSecret(secret: string): Buffer {
  return digest('sha256', secret, 'buffer');
}
