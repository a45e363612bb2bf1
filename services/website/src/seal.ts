import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts tokens for cookies. What was not sealed here, with this key and for this purpose, opens as null. */
export interface Seal {
  /** The text opens until `until`, in milliseconds since 1970. */
  seal(token: string, until: number): string;
  open(text: string | undefined, now: number): string | null;
}

const ivBytes = 12;
const tagBytes = 16;
/** Longer than any sealed token: nothing larger is decrypted. */
const maxLength = 1024;

/** AES-256-GCM under a key that HKDF derives from the secret for the purpose. */
export function createSeal(secretKey: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `website ${purpose} v1`, 32));
  return {
    seal(token, until) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([cipher.update(`${until} ${token}`, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(text, now) {
      if (text === undefined || text.length > maxLength) return null;
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length <= ivBytes + tagBytes) return null;
      const opener = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      opener.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        const sealed = Buffer.concat([opener.update(bytes.subarray(ivBytes + tagBytes)), opener.final()]);
        const [, until, token] = /^(\d+) (.+)$/s.exec(sealed.toString('utf8')) ?? [];
        return token !== undefined && Number(until) > now ? token : null;
      } catch {
        return null;
      }
    },
  };
}
