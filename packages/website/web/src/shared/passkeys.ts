import type * as Ceremonies from '@simplewebauthn/browser';
import { Refusal } from '../api/refusal.ts';

/** Whether the browser supports passkeys for this address. It doesn't for an IP address. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && /[a-z]/i.test(location.hostname);
}

/** Asks an authenticator to create a passkey. */
export function makePasskey(options: object): Promise<object> {
  const optionsJSON = options as Ceremonies.PublicKeyCredentialCreationOptionsJSON;
  return orRefusal(({ startRegistration }) => startRegistration({ optionsJSON }));
}

/** Asks an authenticator to sign the challenge of these options. */
export function signWithPasskey(options: object): Promise<object> {
  const optionsJSON = options as Ceremonies.PublicKeyCredentialRequestOptionsJSON;
  return orRefusal(({ startAuthentication }) => startAuthentication({ optionsJSON }));
}

/** If a person closes the browser's dialog, the page tells them what that means. */
async function orRefusal<T>(ceremony: (library: typeof Ceremonies) => Promise<T>): Promise<T> {
  const library = await import('@simplewebauthn/browser');
  return ceremony(library).catch((error: unknown) => {
    const isKnown =
      error instanceof library.WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    const message = isKnown ? 'This device has a passkey for your account.' : 'No passkey was used. Try again.';
    throw new Refusal('forbidden', { message });
  });
}
