import { createSecretBox } from './secret-box.ts';
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import { createAssertions, descriptorOf, orNull, relyingPartyOf } from './assertions.ts';

/** What the database stores about a passkey. None of it is secret. */
export interface RegisteredPasskey {
  /** The authenticator's id for the key, in base64url. */
  credentialId: string;
  /** The public key in COSE format. */
  publicKey: Uint8Array<ArrayBuffer>;
  /** The number of signatures so far, or 0 if the authenticator doesn't count. */
  signCount: number;
  /** The ways in which a browser can reach the authenticator. */
  transports: string[];
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/**
 * Creates functions for WebAuthn on one website: they make options for the browser and verify its responses.
 * Authenticators always verify their user, with a PIN or biometrics. `secretKeys` are those of the service, newest
 * first.
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

    /**
     * Returns options for registering a passkey. They are valid for five minutes, and only for this `applicant`, a
     * session that has entered the password.
     */
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

    /**
     * Returns the new passkey, or null if the response isn't an authenticator's response to options for this applicant.
     */
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

/** The algorithms that current browsers and authenticators support. */
const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/**
 * Whether the response has no attestation certificate. We don't ask for one, and a certificate that is sent anyway
 * could contain a URL that the library would fetch.
 */
function isUnattested({ response }: RegistrationResponseJSON): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  return attestation.get('attStmt').get('x5c') === undefined && ['none', 'packed'].includes(attestation.get('fmt'));
}

function transportsOf({ response }: RegistrationResponseJSON): string[] {
  const given: unknown = response.transports;
  return Array.isArray(given) ? transports.filter((one) => given.includes(one)) : [];
}
