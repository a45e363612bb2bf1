import { ApiError, invalidRequest, type KeyScope, type Route, scopeOf } from '@evict/contract';
import { type Credential, type CredentialPrefix, credentialPrefixes } from '@evict/credentials';
import { findApiKey, findSession, type KeyCredential, type Role } from '@evict/store/accounts';
import { findAttorneyToken } from '@evict/store/attorneys';
import { findApiKeyAndCase, type PrefetchedCase } from '@evict/store/cases';
import type { Store } from '@evict/store/database';

interface CallerBase {
  credentialId: string;
  mode: 'test' | 'live';
}

export interface ApiKeyCaller extends CallerBase {
  kind: 'api_key';
  organizationId: string;
  verified: boolean;
  scopes: readonly string[];
  /** `required`: a person confirms what only a person decides. */
  confirm: 'required' | 'never' | null;
  /** The app that it is connected to; null for a key. */
  clientId: string | null;
  user: null;
  /** The case in the path of a read, fetched with the key in one statement. */
  prefetched?: PrefetchedCase;
}

export interface SessionCaller extends CallerBase {
  kind: 'session';
  organizationId: string;
  /** Whether the organization is. */
  verified: boolean;
  user: { id: string; role: Role };
}

/** Who acts for an organization. */
export type CustomerCaller = ApiKeyCaller | SessionCaller;

interface TokenCaller extends CallerBase {
  kind: 'attorney';
  attorneyId: string;
  mode: 'live';
}

export interface AttorneySessionCaller extends CallerBase {
  kind: 'attorney_session';
  attorneyId: string;
  user: { id: string; role: Role };
  mode: 'live';
}

/** Whether a person has to confirm what this caller asks for, where only a person decides. */
export function isAgent(caller: CustomerCaller): caller is ApiKeyCaller {
  return caller.kind === 'api_key' && caller.confirm === 'required';
}

/** A key as the tools of an agent use it: a person confirms, unless the key says otherwise. 403 for any other caller. */
export function asAgent(caller: Caller | null): ApiKeyCaller {
  if (caller?.kind === 'api_key') return { ...caller, confirm: caller.confirm ?? 'required' };
  throw new ApiError('forbidden', { message: 'Agents use an API key, or the token of a connected app.' });
}

/** A partner attorney, who acts on their own live cases, by a token or signed in. */
export type AttorneyCaller = TokenCaller | AttorneySessionCaller;

/** The sender of a request, and the mode they act in. */
export type Caller = CustomerCaller | AttorneyCaller;

/**
 * The sender of a request; null for a credential that is missing, malformed, unknown, expired or revoked. `caseId`: the
 * case that a read is about, or null.
 */
export async function findCaller(
  { credential, caseId }: { credential: Credential | null; caseId: string | null },
  store: Store,
): Promise<Caller | null> {
  return credential && identifiers[credential.prefix](store, credential.hash, caseId);
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
  { serviceMode, liveMode, verifiedForLive }: { serviceMode: string | undefined } & ModeSettings,
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

export interface ModeSettings {
  /** Whether this deployment has live mode. */
  liveMode: boolean;
  /** Whether it waits until an owner has proven their address; not without it. */
  verifiedForLive?: 'required' | 'off';
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

function namedMode(serviceMode = 'test'): 'test' | 'live' {
  const mode = serviceMode.toLowerCase();
  if (mode === 'test' || mode === 'live') return mode;
  throw invalidRequest([{ path: 'X-Service-Mode', code: 'one_of', message: 'Must be one of: test, live.' }]);
}
