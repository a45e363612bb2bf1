import { createSecretBox } from '@evict/credentials/secret-box';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';

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
  const { rpID, origin } = relyingPartyOf(websiteOrigin);
  const box = createSecretBox(secretKeys, 'passkey challenges');
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true } as const;
  return {
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

    /** For a signature of the challenge by one of the passkeys. */
    assertionOptions(challenge: Uint8Array, passkeys: readonly RegisteredPasskey[]) {
      return generateAuthenticationOptions({
        rpID,
        challenge: Uint8Array.from(challenge),
        allowCredentials: passkeys.map(descriptorOf),
        userVerification: 'required',
      });
    },

    /**
     * How often the passkey has signed by now; null unless it has signed this challenge. Where a challenge may be used once
     * only, the caller sees to that.
     */
    async verifyAssertion(challenge: Uint8Array, response: object, passkey: RegisteredPasskey): Promise<number | null> {
      return orNull(async () => {
        const { credentialId: id, publicKey, signCount: counter } = passkey;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected,
          response: response as AuthenticationResponseJSON,
          expectedChallenge: isoBase64URL.fromBuffer(Uint8Array.from(challenge)),
          credential: { id, publicKey, counter },
        });
        return verified && authenticationInfo.credentialID === (response as AuthenticationResponseJSON).id
          ? authenticationInfo.newCounter
          : null;
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

/** No passkey is bound to an IP address: a stack on this machine has them at `localhost`. */
function relyingPartyOf(websiteOrigin: string): { rpID: string; origin: string } {
  const url = new URL(websiteOrigin);
  if (/^(127\.0\.0\.1|\[::1\])$/.test(url.hostname)) url.hostname = 'localhost';
  return { rpID: url.hostname, origin: url.origin };
}

function descriptorOf({ credentialId: id, transports: known }: RegisteredPasskey) {
  return { id, transports: known };
}

/** Certificates of authenticators are not asked for. One sent all the same could name an address to fetch. */
function isUnattested({ response }: RegistrationResponseJSON): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  return attestation.get('attStmt').get('x5c') === undefined && ['none', 'packed'].includes(attestation.get('fmt'));
}

function transportsOf({ response }: RegistrationResponseJSON): string[] {
  const given: unknown = response.transports;
  return Array.isArray(given) ? transports.filter((one) => given.includes(one)) : [];
}

/** Whatever is wrong with a response, the library throws. */
async function orNull<T>(verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
