import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps the signing secrets of endpoints unreadable in the database and its backups. */
export interface SecretBox {
  /** Bound to the endpoint: opened for another one it is refused. */
  seal(endpointId: string, secret: string): Buffer;
  /** Throws for what was not sealed for this endpoint with the same service key. */
  open(endpointId: string, sealed: Uint8Array): string;
}

/** A box whose key derives from the service's secret key. AES-256-GCM: nonce, tag, ciphertext. */
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
