import { createHash } from 'node:crypto';
import type { Assertion } from '@evict/case-model';
import { type Changes, createAuthenticator as createSoftware } from '@evict/credentials/testing';
import { addPasskey } from '@evict/store/factors';
import type { TestStore } from '@evict/store/testing';

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Creates a software authenticator that signs approvals. */
export function createAuthenticator(websiteOrigin = 'https://www.example.com') {
  const authenticator = createSoftware(websiteOrigin);
  return {
    ...authenticator,
    sign(challenge: string, changes?: Changes): Assertion {
      const { id, response } = authenticator.sign({ challenge }, changes);
      return { credentialId: id, ...response };
    },
  };
}

/** Creates an authenticator and registers it as the user's passkey. */
export async function passkeyOf(store: TestStore, userId: string): Promise<Authenticator> {
  const authenticator = createAuthenticator();
  await registerPasskey(store, userId, authenticator);
  return authenticator;
}

/** Registers an authenticator as the user's passkey. */
export async function registerPasskey(
  store: TestStore,
  userId: string,
  { credentialId, cose }: Authenticator,
): Promise<void> {
  const passkey = { credentialId, publicKey: Uint8Array.from(cose), signCount: 0, transports: [], name: 'Laptop' };
  if (!(await addPasskey(store, userId, passkey, { maxPasskeys: 5, codeHashes: [] }))) throw new Error('not added');
}

export function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}
