import { createCipheriv, createHash } from 'node:crypto';

/**
 * Returns whether a PDF opens only with a password or a certificate. Many encrypted PDFs open without one, because
 * their password is empty. Returns false if the encryption can't be read, because the website's viewer explains what is
 * wrong with such a file.
 */
export function needsPassword(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.includes('/Encrypt')) return false;
  const text = file.toString('latin1');
  const dictionary = encryptionIn(text);
  if (dictionary === null) return false;
  if (!/\/Filter\s*\/Standard\b/.test(dictionary)) return true;
  const [revision, permissions] = [numberIn(dictionary, 'R'), numberIn(dictionary, 'P')];
  const [user, owner] = [stringIn(dictionary, 'U'), stringIn(dictionary, 'O')];
  if (revision === null || user === null || owner === null) return false;
  if (revision >= 5) return !opens256(revision, user);
  return !opensRc4({
    revision,
    user,
    owner,
    permissions: permissions ?? 0,
    keyBytes: revision === 2 ? 5 : /\/CF\b/.test(dictionary) ? 16 : (numberIn(dictionary, 'Length') ?? 40) / 8,
    encryptsMetadata: !/\/EncryptMetadata\s+false/.test(dictionary),
    fileId: stringIn(partFrom(text, text.lastIndexOf('/ID')), 'ID') ?? Buffer.alloc(0),
  });
}

/** Finds the encryption dictionary of the newest trailer. It is never compressed. */
function encryptionIn(text: string): string | null {
  let at = text.lastIndexOf('/Encrypt');
  // The last match may be `/EncryptMetadata`, which is an entry inside the dictionary.
  for (let tries = 0; at > 0 && tries < maxTries; tries += 1, at = text.lastIndexOf('/Encrypt', at - 1)) {
    const entry = partFrom(text, at + '/Encrypt'.length);
    if (/^\s*<</.test(entry)) return entry;
    const [, number, generation] = /^\s*(\d{1,10})\s+(\d{1,5})\s+R/.exec(entry) ?? [];
    if (number === undefined) continue;
    const heads = ['\n', '\r', ' '].map((before) => `${before}${number} ${generation} obj`);
    const start = Math.max(...heads.map((head) => text.lastIndexOf(head)));
    return start === -1 ? null : partFrom(text, start);
  }
  return null;
}

/** Longer than any encryption dictionary, but short enough that a hostile file can't make us search all of it. */
const dictionaryLength = 4096;
const maxTries = 20;

function partFrom(text: string, start: number): string {
  return text.slice(start, start + dictionaryLength);
}

function numberIn(dictionary: string, name: string): number | null {
  const [, digits] = new RegExp(`/${name}\\s+(-?\\d{1,10})`).exec(dictionary) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Returns the string that follows a name, or the first string in an array that follows it. */
function stringIn(dictionary: string, name: string): Buffer | null {
  const found = new RegExp(`/${name}\\s*\\[?\\s*([(<])`).exec(dictionary);
  if (!found) return null;
  const rest = dictionary.slice(found.index + found[0].length);
  return found[1] === '<' ? Buffer.from(rest.replace(/>.*/s, '').replace(/\s/g, ''), 'hex') : literal(rest);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Decodes a PDF string up to its closing parenthesis. Parentheses may be nested. */
function literal(text: string): Buffer {
  let depth = 1;
  let value = '';
  for (const [part, octal, escaped] of text.matchAll(/\\([0-7]{1,3})|\\(\r\n|.)|./gs)) {
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (depth === 0) break;
    if (octal !== undefined) value += String.fromCharCode(Number.parseInt(octal, 8) & 255);
    else if (escaped !== undefined) value += /[\r\n]/.test(escaped) ? '' : (escapes[escaped] ?? escaped);
    else value += part;
  }
  return Buffer.from(value, 'latin1');
}

interface StandardEncryption {
  revision: number;
  user: Buffer;
  owner: Buffer;
  permissions: number;
  keyBytes: number;
  encryptsMetadata: boolean;
  fileId: Buffer;
}

/** The bytes that pad a password to 32 bytes (ISO 32000-1, 7.6.3). An empty password is all padding. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Returns whether the empty password opens the file, by algorithms 2, 4 and 5 in ISO 32000-1, 7.6.3. */
function opensRc4({ revision, user, owner, permissions, keyBytes, encryptsMetadata, fileId }: StandardEncryption) {
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions | 0);
  const plain = revision >= 4 && !encryptsMetadata ? [Buffer.alloc(4, 255)] : [];
  let key = digest('md5', padding, owner.subarray(0, 32), flags, fileId, ...plain).subarray(0, keyBytes);
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32));
  for (let round = 0; round < 50; round += 1) key = digest('md5', key).subarray(0, keyBytes);
  let check = digest('md5', padding, fileId);
  for (let round = 0; round < 20; round += 1) check = rc4(Buffer.from(key.map((byte) => byte ^ round)), check);
  return check.equals(user.subarray(0, 16));
}

/**
 * Returns whether the empty password opens a file encrypted with AES-256. Revision 5 is Adobe's extension level 3.
 * Later ones use algorithm 2.B in ISO 32000-2, 7.6.4.3.4.
 */
function opens256(revision: number, user: Buffer): boolean {
  let key = digest('sha256', user.subarray(32, 40));
  if (revision === 5) return key.equals(user.subarray(0, 32));
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = digest((['sha256', 'sha384', 'sha512'] as const)[remainder] ?? 'sha256', encrypted);
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32).equals(user.subarray(0, 32));
}

function digest(algorithm: 'md5' | 'sha256' | 'sha384' | 'sha512', ...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Implements RC4, which OpenSSL no longer offers by default. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => {
    [state[one & 255], state[other & 255]] = [at(other), at(one)];
  };
  for (let i = 0, j = 0; i < 256; i += 1) swap(i, (j = (j + at(i) + (key[i % key.length] ?? 0)) & 255));
  let j = 0;
  return Buffer.from(
    data.map((byte, index) => {
      j = (j + at(index + 1)) & 255;
      swap(index + 1, j);
      return byte ^ at(at(index + 1) + at(j));
    }),
  );
}
