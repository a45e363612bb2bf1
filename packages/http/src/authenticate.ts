import type { IncomingMessage } from 'node:http';
import { ApiError, invalidRequest, type KeyScope, type Route, scopeOf } from '@evict/contract';
import {
  type Credential,
  type CredentialPrefix,
  credentialPrefixes,
  keyOf,
  parseAuthorization,
} from '@evict/credentials';
import { findApiKey, findSession, type KeyCredential } from '@evict/store/accounts';
import { findAttorneyToken } from '@evict/store/attorneys';
import { findApiKeyAndCase } from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import {
  type ApiKeyCaller,
  asAgent,
  type AttorneyCaller,
  type Caller,
  isAgent,
  ownerOf,
  type SessionCaller,
} from './caller.ts';
import type { Front } from './front.ts';
import { caseInPath, type Params } from './perform.ts';

/** The credential of a request, and null for a route that needs none. 401 if it is missing, malformed or repeated. */
export function credentialOf(req: IncomingMessage, { auth }: Pick<Route, 'auth'>): Credential | null {
  if (auth === 'none') return null;
  // Node takes the first of two such headers, and a proxy may take the last.
  const isRepeated = (req.headersDistinct['authorization'] ?? []).length > 1;
  const credential = isRepeated ? null : parseAuthorization(req.headers.authorization);
  if (!credential) throw new ApiError('unauthenticated');
  return credential;
}

/** Who sends a request, as they are now: their credential can end, and their role can change, while it is handled. */
export type CurrentCaller = () => Promise<Caller | null>;

/**
 * Looks the sender of a request up, and again if that was more than a second ago. Null for a route without a credential.
 * Throws 401 for a credential that is unknown, expired or revoked, and 403 for a caller who may not use the route.
 */
export function createCurrentCaller(
  front: Front,
  {
    req,
    route,
    params,
    credential,
  }: { req: IncomingMessage; route: Route; params: Params; credential: Credential | null },
): CurrentCaller {
  const caseId = route.method === 'GET' ? caseInPath(route, params) : null;
  const serviceMode = req.headers['x-service-mode'] as string | undefined;
  let known: { caller: Caller; at: number } | null = null;
  return async () => {
    if (!credential) return null;
    if (known && performance.now() - known.at <= holdsMs) return known.caller;
    const caller = await identifiers[credential.prefix](front.store, credential.hash, caseId);
    if (!caller) {
      front.owners.delete(keyOf(credential));
      throw new ApiError('unauthenticated');
    }
    front.owners.set(keyOf(credential), ownerOf(caller));
    authorize(caller, route, serviceMode, front);
    if (caller.kind === 'api_key') front.keyUses.note(caller.credentialId);
    known = { caller, at: performance.now() };
    return caller;
  };
}

const holdsMs = 1000;

export interface ModeSettings {
  /** Whether this deployment has live mode. */
  liveMode: boolean;
  /** Whether it waits until an owner has proven their address; not without it. */
  verifiedForLive?: 'required' | 'off';
}

/**
 * Refuses with 403 a credential of the wrong kind for the route, a key without its scope, and live mode if the
 * deployment has none, or the organization has to be verified first.
 *
 * A customer's session acts in the mode that X-Service-Mode names, test without it; a key in that of its prefix and an
 * attorney in live mode, whatever mode the header names. One that names no mode is 400 for everybody. An
 * attorney's own account can be used where live mode is off, too.
 *
 * A message of an agent needs no more than a key: each operation that it calls is authorized for itself.
 */
export function authorize(
  caller: Caller,
  route: Pick<Route, 'agents' | 'auth' | 'method' | 'scope' | 'takesMessages'>,
  serviceMode: string | undefined,
  { liveMode, verifiedForLive }: ModeSettings,
): void {
  if (route.takesMessages) return void asAgent(caller);
  if (route.auth === 'none' || !kindsAllowed[route.auth].includes(caller.kind)) throw new ApiError('forbidden');
  const mode = namedMode(serviceMode);
  if (caller.kind === 'session') caller.mode = mode;
  const isOwnAccount = caller.kind === 'attorney_session' && route.auth === 'anySession';
  if (caller.mode === 'live' && !liveMode && !isOwnAccount) throw new ApiError('live_unavailable');
  if (caller.mode === 'live' && route.auth === 'customer' && 'verified' in caller)
    requireVerified(caller, 'Live mode', verifiedForLive);
  if (caller.kind !== 'api_key') return;
  if ((caller.clientId !== null || isAgent(caller)) && route.agents === 'forbidden')
    throw new ApiError('forbidden', { message: 'An agent does not do this. A person does, on the website.' });
  requireScope(caller, scopeOf(route));
}

/** 403 for what waits until an owner of the organization has proven their address. */
export function requireVerified(
  { verified }: { verified: boolean },
  what: string,
  setting: ModeSettings['verifiedForLive'],
): void {
  if (verified || setting !== 'required') return;
  const message = `${what} needs a confirmed email address: an owner follows the link that was mailed, or resets the password.`;
  throw new ApiError('forbidden', { message });
}

/** 403 for a key without this scope. */
export function requireScope({ scopes }: { scopes: readonly string[] }, scope: KeyScope): void {
  if (!scopes.includes(scope)) throw new ApiError('forbidden', { message: `This key lacks the scope \`${scope}\`.` });
}

const kindsAllowed: Record<Exclude<Route['auth'], 'none'>, readonly Caller['kind'][]> = {
  customer: ['api_key', 'session'],
  session: ['session'],
  anySession: ['session', 'attorney_session'],
  attorney: ['attorney', 'attorney_session'],
  attorneySession: ['attorney_session'],
};

function namedMode(serviceMode = 'test'): 'test' | 'live' {
  const mode = serviceMode.toLowerCase();
  if (mode === 'test' || mode === 'live') return mode;
  throw invalidRequest([{ path: 'X-Service-Mode', code: 'one_of', message: 'Must be one of: test, live.' }]);
}

/** Finds who has a credential with this hash, with the case that a read is about; null for one that is not valid. */
const identifiers: Record<
  CredentialPrefix,
  (store: Store, hash: Buffer, caseId: string | null) => Promise<Caller | null>
> = {
  [credentialPrefixes.testKey]: identifyKey,
  [credentialPrefixes.liveKey]: identifyKey,
  [credentialPrefixes.accessToken]: identifyKey,
  [credentialPrefixes.session]: identifySession,
  [credentialPrefixes.attorneyToken]: identifyAttorney,
  [credentialPrefixes.refreshToken]: async () => null,
  [credentialPrefixes.connection]: async () => null,
  [credentialPrefixes.passwordReset]: async () => null,
  [credentialPrefixes.address]: async () => null,
  [credentialPrefixes.signIn]: async () => null,
  [credentialPrefixes.invitation]: async () => null,
  [credentialPrefixes.calendar]: async () => null,
  [credentialPrefixes.webhookSecret]: async () => null,
};

async function identifyKey(store: Store, hash: Buffer, caseId: string | null): Promise<ApiKeyCaller | null> {
  if (caseId !== null) {
    const found = await findApiKeyAndCase(store, hash, caseId);
    return found && { ...callerOf(found.key), prefetched: found.prefetched };
  }
  const key = await findApiKey(store, hash);
  return key && callerOf(key);
}

function callerOf({ id, ...key }: KeyCredential): ApiKeyCaller {
  return { kind: 'api_key', credentialId: id, user: null, ...key };
}

async function identifySession(store: Store, hash: Buffer): Promise<SessionCaller | AttorneyCaller | null> {
  const session = await findSession(store, hash);
  if (!session) return null;
  const { id, organizationId, user, verified } = session;
  if (organizationId === null) {
    return { kind: 'attorney_session', credentialId: id, attorneyId: user.id, user, mode: 'live' };
  }
  return { kind: 'session', credentialId: id, organizationId, mode: 'test', user, verified };
}

async function identifyAttorney(store: Store, hash: Buffer): Promise<AttorneyCaller | null> {
  const token = await findAttorneyToken(store, hash);
  if (!token) return null;
  return { kind: 'attorney', credentialId: token.id, attorneyId: token.attorneyId, mode: 'live' };
}
