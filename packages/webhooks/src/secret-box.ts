import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts the signing secrets of endpoints for the database and its backups. */
export interface SecretBox {
  /** Binds the secret to its endpoint: it does not open for another one. */
  seal(endpointId: string, secret: string): Buffer;
  /** Throws unless it was sealed for this endpoint with the same service key. */
  open(endpointId: string, sealed: Uint8Array): string;
}

/** AES-256-GCM with a key derived from the service's secret key. The format is nonce, tag, ciphertext. */
export function createSecretBox(secretKey: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'webhook signing secrets', 32));
  return {
    seal(endpointId, secret) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(endpointId));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(endpointId, sealed) {
      const nonce = sealed.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(endpointId))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      const ciphertext = sealed.subarray(nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    },
  };
}

const nonceBytes = 12;
const tagBytes = 16;
