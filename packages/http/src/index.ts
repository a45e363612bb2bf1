export type { ApiKeyCaller, Caller, SessionCaller } from './authenticate.ts';
export type { Answer, Call, Handler } from './call.ts';
export { credentialPrefixes, keyPrefix, mintCredential, type MintedCredential } from './credentials.ts';
export { createGateway, type Gateway } from './gateway.ts';
export type { Listening } from './listen.ts';
export { createPlaces } from './places.ts';
export { enforceLimit, limitKey, rateLimited } from './rate-limit.ts';
