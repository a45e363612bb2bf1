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

/**
 * Returns the request's credential, or null if the route needs none. Throws 401 if it is missing, malformed or
 * repeated.
 */
export function credentialOf(req: IncomingMessage, { auth }: Pick<Route, 'auth'>): Credential | null {
  if (auth === 'none') return null;
  // Node uses the first of several Authorization headers, but a proxy may use the last.
  const isRepeated = (req.headersDistinct['authorization'] ?? []).length > 1;
  const credential = isRepeated ? null : parseAuthorization(req.headers.authorization);
  if (!credential) throw new ApiError('unauthenticated');
  return credential;
}

/**
 * Looks up the caller's current state, because their credential may be revoked or their role changed during a request.
 */
export type CurrentCaller = () => Promise<Caller | null>;

/**
 * Returns a function that looks up the request's caller, and reuses the result for up to a second. The function returns
 * null if the route needs no credential. It throws 401 for an unknown, expired or revoked credential, and 403 if the
 * caller may not use the route.
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
  /** Whether live mode requires that an owner has confirmed their email address. The default is `off`. */
  verifiedForLive?: 'required' | 'off';
}

/**
 * Throws 403 for the wrong kind of credential, for an API key without the route's scope, for an agent on a route that
 * agents may not use, and for live mode if the deployment has none or the organization isn't verified yet. A customer's
 * session acts in the mode of X-Service-Mode, test by default. API keys act in the mode of their prefix and attorneys
 * in live mode, whatever the header says. An invalid header is 400 for any caller. Attorneys can use their own account
 * even if live mode is off. An agent's message only needs a valid key, because each operation that it calls is
 * authorized separately.
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
    throw new ApiError('forbidden', { message: 'Agents cannot do this. A person can, on the website.' });
  requireScope(caller, scopeOf(route));
}

/**
 * Throws 403 until an owner of the organization has confirmed their email address, if `setting` requires it. `what` is
 * the subject of the error message.
 */
export function requireVerified(
  { verified }: { verified: boolean },
  what: string,
  setting: ModeSettings['verifiedForLive'],
): void {
  if (verified || setting !== 'required') return;
  const message = `${what} requires a confirmed email address. An owner can confirm theirs with the link in the email, or by resetting the password.`;
  throw new ApiError('forbidden', { message });
}

/** Throws 403 for an API key without this scope. */
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

/**
 * For each kind of credential, looks up its holder by the credential's hash. If an API key reads a case, that case is
 * fetched in the same query. Returns null if the credential isn't valid for requests.
 */
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
