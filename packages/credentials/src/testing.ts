import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Cbor = Parameters<typeof isoCBOR.encode>[0];

/** Attests a new key. `signed` is the authenticator data followed by the hash of the client data. */
type Attest = (signed: Buffer) => { fmt: string; statement: Map<string, Cbor> };

/** Values that replace the usual ones in a signature. */
export interface Changes {
  signCount?: number;
  userVerified?: boolean;
  origin?: string;
  rpId?: string;
  type?: string;
}

/** Creates a software authenticator with one ES256 key, for the pages of one origin. */
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
    /** PKCS #8 in base64, for a browser's virtual authenticator. */
    pkcs8: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    /** The public key, in the format of a stored passkey. */
    cose,

    /** Returns the response of `navigator.credentials.create` to these options. */
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

    /** Returns the response of `navigator.credentials.get` to these options. */
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
