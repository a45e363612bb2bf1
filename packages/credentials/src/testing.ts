import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Cbor = Parameters<typeof isoCBOR.encode>[0];

/** Attests a new key: what is signed is its authenticator data with the hash of the client's. */
type Attest = (signed: Buffer) => { fmt: string; statement: Map<string, Cbor> };

/** What a signature says, other than as usual. */
export interface Changes {
  signCount?: number;
  userVerified?: boolean;
  origin?: string;
  rpId?: string;
  type?: string;
}

/** An authenticator in software, with one ES256 key. It speaks WebAuthn to a page of that origin. */
export function createAuthenticator(origin: string, { verifiesUser = true, counts = true, rpId = '' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = isoCBOR.encode(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  );
  const id = randomBytes(16);
  let count = 0;

  function dataOf(flags: number, more: Uint8Array = Buffer.alloc(0), changes: Changes = {}): Buffer {
    const { signCount = counts ? (count += 1) : 0, userVerified = verifiesUser } = changes;
    const rpIdHash = sha256(Buffer.from(changes.rpId ?? (rpId || new URL(origin).hostname)));
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signCount);
    return Buffer.concat([rpIdHash, Buffer.from([flags | 1 | (userVerified ? 4 : 0)]), counter, more]);
  }

  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const credential = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} };

  return {
    credentialId: text(id),
    publicKey,
    /** In base64, as a browser's virtual authenticator takes it. */
    pkcs8: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    /** The key, as a passkey has it. */
    cose,

    /** What `navigator.credentials.create` responds to the options. */
    register(options: object, attest: Attest = () => ({ fmt: 'none', statement: new Map() })): object {
      const authData = dataOf(0x40, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]));
      const client = clientData('webauthn.create', challengeOf(options));
      const { fmt, statement } = attest(Buffer.concat([authData, sha256(client)]));
      const attestation = new Map<string, Cbor>([
        ['fmt', fmt],
        ['attStmt', statement],
        ['authData', Uint8Array.from(authData)],
      ]);
      const attestationObject = text(isoCBOR.encode(attestation));
      return { ...credential, response: { clientDataJSON: text(client), attestationObject, transports: ['internal'] } };
    },

    /** What `navigator.credentials.get` responds to the options. */
    sign(options: object, changes: Changes = {}) {
      const client = clientData(changes.type ?? 'webauthn.get', challengeOf(options), changes.origin);
      const authenticatorData = dataOf(0, undefined, changes);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: text(client),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
      };
      return { ...credential, response };
    },
  };
}

function challengeOf(options: object): string {
  return (options as { challenge: string }).challenge;
}

function sha256(of: Uint8Array): Buffer {
  return createHash('sha256').update(of).digest();
}

function text(of: Uint8Array): string {
  return Buffer.from(of).toString('base64url');
}

function bytes(of: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(of, 'base64url'));
}
