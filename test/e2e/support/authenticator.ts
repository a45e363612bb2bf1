import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Assertion } from '@evict/case-model';
import { addPasskey } from '@evict/store/factors';
import type { TestStore } from '@evict/store/testing';

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** What a signature says, other than as usual. */
interface Changes {
  signCount?: number;
  userVerified?: boolean;
  origin?: string;
  rpId?: string;
  type?: string;
}

/** An authenticator without hardware: it signs with ES256, as passkeys do, whatever it is asked to sign. */
export function createAuthenticator(websiteOrigin = 'https://www.example.com') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16).toString('base64url');
  let count = 0;
  return {
    credentialId,
    publicKey,
    /** In base64, as a browser's virtual authenticator takes it. */
    pkcs8: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    /** The key as COSE has it: a map of type, algorithm, curve and point. */
    cose: Buffer.concat([
      Buffer.from('a50102032620012158', 'hex'),
      Buffer.from([0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]),
    sign(challenge: string, changes: Changes = {}): Assertion {
      const { signCount = (count += 1), userVerified = true, type = 'webauthn.get' } = changes;
      const { origin = websiteOrigin, rpId = new URL(websiteOrigin).hostname } = changes;
      const counter = Buffer.alloc(4);
      counter.writeUInt32BE(signCount);
      const authenticatorData = Buffer.concat([sha256(rpId), Buffer.from([userVerified ? 0x05 : 0x01]), counter]);
      const clientDataJSON = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey);
      return {
        credentialId,
        authenticatorData: authenticatorData.toString('base64url'),
        clientDataJSON: clientDataJSON.toString('base64url'),
        signature: signature.toString('base64url'),
      };
    },
  };
}

/** An authenticator that is a passkey of this user. */
export async function passkeyOf(store: TestStore, userId: string): Promise<Authenticator> {
  const authenticator = createAuthenticator();
  await registerPasskey(store, userId, authenticator);
  return authenticator;
}

/** Makes an authenticator a passkey of the user. */
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
