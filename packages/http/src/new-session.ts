import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { shortNetwork } from './client-address.ts';
import { deviceOf } from './device.ts';

/** Generates a session token. Returns it with the values to store for the session. */
export function newSession({ clientAddress, userAgent }: { clientAddress: string; userAgent: string }) {
  const { secret: token, hash: sessionHash } = mintCredential(credentialPrefixes.session);
  return { token, sessionHash, network: shortNetwork(clientAddress), device: deviceOf(userAgent) };
}
