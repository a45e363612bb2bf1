import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Derives a key for one purpose from each secret key. A key of one purpose can't decrypt what was encrypted for
 * another.
 */
export function deriveKeys(secretKeys: readonly string[], purpose: string): Buffer[] {
  return secretKeys.map((secretKey) => Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32)));
}

/** Encrypts secrets that are stored in the database, its backups and cookies. */
export interface SecretBox {
  /** Encrypts the secret so that it can be decrypted for this owner only. */
  seal(owner: string, secret: string): Buffer;
  /** Decrypts a secret. Throws unless it was encrypted for this owner under one of the secret keys. */
  open(owner: string, sealed: Uint8Array): string;
}

/**
 * Creates a secret box that uses AES-256-GCM with keys derived for the purpose. The first secret key is the newest and
 * encrypts; any of them decrypts. The format is nonce, tag, ciphertext.
 */
export function createSecretBox(secretKeys: readonly string[], purpose: string): SecretBox {
  const keys = deriveKeys(secretKeys, purpose);
  const [newest] = keys;
  if (!newest) throw new Error('there is no secret key');
  return {
    seal(owner, secret) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(owner));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(owner, sealed) {
      for (const key of keys.slice(0, -1)) {
        try {
          return openWith(key, owner, sealed);
        } catch {
          // It was encrypted under an older key, or not by us. If no key works, the failure of the oldest one is
          // thrown.
        }
      }
      return openWith(keys.at(-1) ?? newest, owner, sealed);
    },
  };
}

function openWith(key: Buffer, owner: string, sealed: Uint8Array): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const ciphertext = sealed.subarray(nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
}

const nonceBytes = 12;
const tagBytes = 16;
