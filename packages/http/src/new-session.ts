import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { shortNetwork } from './client-address.ts';
import { deviceOf } from './device.ts';

/** A new session: its token, and the row to store. */
export function newSession({ clientAddress, userAgent }: { clientAddress: string; userAgent: string }) {
  const { secret: token, hash: sessionHash } = mintCredential(credentialPrefixes.session);
  return { token, sessionHash, network: shortNetwork(clientAddress), device: deviceOf(userAgent) };
}
