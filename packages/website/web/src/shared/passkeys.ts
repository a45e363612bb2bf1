import type * as Ceremonies from '@simplewebauthn/browser';
import { Refusal } from '../api/refusal.ts';

/** Whether the browser has passkeys for this address: none is for an IP address. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && /[a-z]/i.test(location.hostname);
}

/** Has an authenticator make a passkey. */
export function makePasskey(options: object): Promise<object> {
  const optionsJSON = options as Ceremonies.PublicKeyCredentialCreationOptionsJSON;
  return orRefusal(({ startRegistration }) => startRegistration({ optionsJSON }));
}

/** Has an authenticator sign. */
export function signWithPasskey(options: object): Promise<object> {
  const optionsJSON = options as Ceremonies.PublicKeyCredentialRequestOptionsJSON;
  return orRefusal(({ startAuthentication }) => startAuthentication({ optionsJSON }));
}

/** A person who closes the dialog of the browser is told what has become of it. */
async function orRefusal<T>(ceremony: (library: typeof Ceremonies) => Promise<T>): Promise<T> {
  const library = await import('@simplewebauthn/browser');
  return ceremony(library).catch((error: unknown) => {
    const isKnown =
      error instanceof library.WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    const message = isKnown ? 'This device has a passkey for your account.' : 'No passkey was used. Try again.';
    throw new Refusal('forbidden', { message });
  });
}
