import { createSecretBox as createBox, type SecretBox } from '@evict/credentials/secret-box';

/** Encrypts the signing secrets of endpoints: each opens for its endpoint alone. */
export function createSecretBox(secretKeys: readonly string[]): SecretBox {
  return createBox(secretKeys, 'webhook signing secrets');
}
