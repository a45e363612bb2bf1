import { createSecretBox as createBox, type SecretBox } from '@evict/credentials/secret-box';

/** Encrypts the signing secrets of endpoints. A secret can only be decrypted for its own endpoint. */
export function createSecretBox(secretKeys: readonly string[]): SecretBox {
  return createBox(secretKeys, 'webhook signing secrets');
}
