import { createHash, randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';

/** Creates ten codes of 80 random bits. Each replaces the other factors for one sign-in. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase();
    return (text.match(/.{4}/g) ?? []).join('-');
  });
}

/** Returns the hash that is stored for a code. Case, spaces and hyphens don't matter. */
export function hashOfRecoveryCode(code: string): Buffer {
  const text = code.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  return createHash('sha256').update(text).digest();
}
