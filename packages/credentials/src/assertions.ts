import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { isoBase64URL } from '@simplewebauthn/server/helpers';
import type { RegisteredPasskey } from './passkeys.ts';

/** For whom a passkey signs: the website's host, and the origin of its pages. */
export interface RelyingParty {
  rpId: string;
  origin: string;
}

/** No passkey is bound to an IP address: a stack on this machine has them at `localhost`. */
export function relyingPartyOf(websiteOrigin: string): RelyingParty {
  const url = new URL(websiteOrigin);
  if (/^(127\.0\.0\.1|\[::1\])$/.test(url.hostname)) url.hostname = 'localhost';
  return { rpId: url.hostname, origin: url.origin };
}

/** Signatures by passkeys, of challenges that the caller names. It needs no secret. */
export function createAssertions({ rpId, origin }: RelyingParty) {
  return {
    /** For a signature of the challenge by one of the passkeys. */
    assertionOptions(challenge: Uint8Array, passkeys: readonly RegisteredPasskey[]) {
      return generateAuthenticationOptions({
        rpID: rpId,
        challenge: Uint8Array.from(challenge),
        allowCredentials: passkeys.map(descriptorOf),
        userVerification: 'required',
      });
    },

    /**
     * How often the passkey has signed by now; null unless it has signed this challenge. Where a challenge may be used once
     * only, the caller sees to that.
     */
    async verifyAssertion(
      challenge: Uint8Array,
      response: object,
      { credentialId: id, publicKey, signCount: counter }: Omit<RegisteredPasskey, 'transports'>,
    ): Promise<number | null> {
      return orNull(async () => {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
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
}

export function descriptorOf({ credentialId: id, transports: known }: RegisteredPasskey) {
  return { id, transports: known };
}

/** Whatever is wrong with a response, the library throws. */
export async function orNull<T>(verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
