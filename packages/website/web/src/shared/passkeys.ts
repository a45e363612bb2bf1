import type * as Ceremonies from '@simplewebauthn/browser';
import { Refusal } from '../api/refusal.ts';

/** Returns whether the browser supports passkeys on this host. It doesn't on an IP address. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && /[a-z]/i.test(location.hostname);
}

/** Asks an authenticator to create a passkey. Throws Refusal if that fails. */
export function makePasskey(options: object): Promise<object> {
  const optionsJSON = options as Ceremonies.PublicKeyCredentialCreationOptionsJSON;
  return orRefusal(({ startRegistration }) => startRegistration({ optionsJSON }));
}

/** Asks an authenticator to sign the challenge in these options. Throws Refusal if that fails. */
export function signWithPasskey(options: object): Promise<object> {
  const optionsJSON = options as Ceremonies.PublicKeyCredentialRequestOptionsJSON;
  return orRefusal(({ startAuthentication }) => startAuthentication({ optionsJSON }));
}

/**
 * Runs a passkey ceremony. If it fails, for example because the user closes the browser's dialog, throws a Refusal with
 * a message for the user.
 */
async function orRefusal<T>(ceremony: (library: typeof Ceremonies) => Promise<T>): Promise<T> {
  const library = await import('@simplewebauthn/browser');
  return ceremony(library).catch((error: unknown) => {
    const isKnown =
      error instanceof library.WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    const message = isKnown
      ? 'This device already has a passkey for your account.'
      : 'Your browser did not finish the passkey step. Try again.';
    throw new Refusal('forbidden', { message });
  });
}
