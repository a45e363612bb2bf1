import { createSecretBox } from './secret-box.ts';
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import { createAssertions, descriptorOf, orNull, relyingPartyOf } from './assertions.ts';

/** What is kept of a passkey: nothing secret. */
export interface RegisteredPasskey {
  /** By which the authenticator knows it, in base64url. */
  credentialId: string;
  /** A COSE key. */
  publicKey: Uint8Array<ArrayBuffer>;
  /** How often it has signed, if its authenticator counts. */
  signCount: number;
  /** How a browser reaches the authenticator. */
  transports: string[];
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/**
 * WebAuthn for one website: options go to the browser, and its response is verified. The authenticator always verifies
 * its user, by a PIN or a finger. `secretKeys`: of the service, the newest first.
 */
export function createPasskeys({
  websiteOrigin,
  secretKeys,
}: {
  websiteOrigin: string;
  secretKeys: readonly string[];
}) {
  const party = relyingPartyOf(websiteOrigin);
  const { rpId: rpID, origin } = party;
  const box = createSecretBox(secretKeys, 'passkey challenges');
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true } as const;
  return {
    ...createAssertions(party),

    /** For the registration of a passkey within five minutes, by the same `applicant`: a session that has shown the password. */
    registrationOptions(
      applicant: string,
      user: { id: string; email: string; registered: readonly RegisteredPasskey[] },
    ) {
      return generateRegistrationOptions({
        rpName: 'Eviction Case Service',
        rpID,
        userID: new TextEncoder().encode(user.id),
        userName: user.email,
        challenge: Uint8Array.from(box.seal(applicant, String(Date.now() + lifetimeMs))),
        excludeCredentials: user.registered.map(descriptorOf),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      });
    },

    /** The new passkey; null unless an authenticator has answered options that were made for the applicant. */
    async verifyRegistration(applicant: string, response: object): Promise<RegisteredPasskey | null> {
      return orNull(async () => {
        const given = response as RegistrationResponseJSON;
        if (!isUnattested(given)) return null;
        const { registrationInfo } = await verifyRegistrationResponse({
          ...expected,
          response: given,
          expectedChallenge: (challenge) => isOpen(applicant, challenge),
          supportedAlgorithmIDs: algorithms,
        });
        if (!registrationInfo) return null;
        const { id, publicKey, counter } = registrationInfo.credential;
        return { credentialId: id, publicKey, signCount: counter, transports: transportsOf(given) };
      });
    },
  };

  function isOpen(applicant: string, challenge: string): boolean {
    return Number(box.open(applicant, Buffer.from(challenge, 'base64url'))) > Date.now();
  }
}

const lifetimeMs = 300_000;

/** What every browser and authenticator of today knows. */
const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Certificates of authenticators are not asked for. One sent all the same could name an address to fetch. */
function isUnattested({ response }: RegistrationResponseJSON): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  return attestation.get('attStmt').get('x5c') === undefined && ['none', 'packed'].includes(attestation.get('fmt'));
}

function transportsOf({ response }: RegistrationResponseJSON): string[] {
  const given: unknown = response.transports;
  return Array.isArray(given) ? transports.filter((one) => given.includes(one)) : [];
}
