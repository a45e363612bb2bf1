export type { Caller } from './authenticate.ts';
export { credentialPrefixes, keyPrefix, mintCredential, readCredential } from './credentials.ts';
export { createGateway, type Gateway } from './gateway.ts';
export type { Work } from './idempotency.ts';
export { createPlaces } from './places.ts';
export { enforceLimit, limitKey, rateLimited } from './rate-limit.ts';
export { stopOnSignal } from './stop-on-signal.ts';
