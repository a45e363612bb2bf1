import { createHash, randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';

/** Ten codes of 80 random bits, each for one sign-in without the other factors. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase();
    return (text.match(/.{4}/g) ?? []).join('-');
  });
}

/** What is stored of a code, however it is written. */
export function hashOfRecoveryCode(code: string): Buffer {
  const text = code.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  return createHash('sha256').update(text).digest();
}
