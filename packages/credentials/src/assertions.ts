import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { isoBase64URL } from '@simplewebauthn/server/helpers';
import type { RegisteredPasskey } from './passkeys.ts';

/** The website that passkeys sign in to: its host and the origin of its pages. */
export interface RelyingParty {
  rpId: string;
  origin: string;
}

/**
 * Returns the relying party of a website. Passkeys can't be bound to an IP address, so `localhost` replaces a loopback
 * address.
 */
export function relyingPartyOf(websiteOrigin: string): RelyingParty {
  const url = new URL(websiteOrigin);
  if (/^(127\.0\.0\.1|\[::1\])$/.test(url.hostname)) url.hostname = 'localhost';
  return { rpId: url.hostname, origin: url.origin };
}

/**
 * Creates functions that request and verify passkey signatures of challenges that the caller chooses. They need no
 * secret.
 */
export function createAssertions({ rpId, origin }: RelyingParty) {
  return {
    /** Returns options for the browser, with which any of these passkeys may sign the challenge. */
    assertionOptions(challenge: Uint8Array, passkeys: readonly RegisteredPasskey[]) {
      return generateAuthenticationOptions({
        rpID: rpId,
        challenge: Uint8Array.from(challenge),
        allowCredentials: passkeys.map(descriptorOf),
        userVerification: 'required',
      });
    },

    /**
     * Returns the passkey's new sign count, or null if it hasn't signed this challenge. If a challenge may be used only
     * once, the caller has to enforce that.
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

/** Returns null if `verify` throws, because the library throws for every invalid response. */
export async function orNull<T>(verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
