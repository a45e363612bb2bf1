import { ApiError, invalidRequest, type Route } from '@evict/contract';
import { type Credential, type CredentialPrefix, credentialPrefixes, parseCredential } from '@evict/credentials';
import { findApiKey, findSession, type KeyCredential, type Role } from '@evict/store/accounts';
import { findAttorneyToken } from '@evict/store/attorneys';
import { findApiKeyAndCase, type PrefetchedCase } from '@evict/store/cases';
import type { Store } from '@evict/store/database';

interface CallerBase {
  credentialId: string;
  mode: 'test' | 'live';
}

interface ApiKeyCaller extends CallerBase {
  kind: 'api_key';
  organizationId: string;
  user: null;
  /** The case in the path of a read, fetched with the key in one statement. */
  prefetched?: PrefetchedCase;
}

export interface SessionCaller extends CallerBase {
  kind: 'session';
  organizationId: string;
  user: { id: string; role: Role };
}

/** Who acts for an organization. */
export type CustomerCaller = ApiKeyCaller | SessionCaller;

/** A partner attorney, who acts on their own live cases. */
export interface AttorneyCaller extends CallerBase {
  kind: 'attorney';
  attorneyId: string;
  mode: 'live';
}

/** The sender of a request, and the mode they act in. */
export type Caller = CustomerCaller | AttorneyCaller;

export interface Presented {
  /** Null if it is missing or malformed. */
  credential: Credential | null;
  serviceMode: string | undefined;
  /** The case that a read is about; null for every other request. */
  caseId: string | null;
}

/** The credential in an Authorization header; null without a well-formed one. */
export function parseAuthorization(header = ''): Credential | null {
  const [, text] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  return text === undefined ? null : parseCredential(text);
}

/**
 * Authenticates the sender. 401 for a credential that is missing, malformed, unknown, expired or revoked; 403 for one
 * of the wrong kind for the route, and for live mode if the deployment has none.
 *
 * A key acts in the mode of its prefix and an attorney in live mode, whatever X-Service-Mode holds. A session acts in
 * the mode that the header names, test without it; any other value is 400.
 */
export async function authenticate(
  { credential, serviceMode, caseId }: Presented,
  auth: Exclude<Route['auth'], 'none'>,
  { store, liveMode }: { store: Store; liveMode: boolean },
): Promise<Caller> {
  if (!credential) throw new ApiError('unauthenticated');
  const caller = await identifiers[credential.prefix](store, credential.hash, caseId);
  if (!caller) throw new ApiError('unauthenticated');
  if (!kindsAllowed[auth].includes(caller.kind)) throw new ApiError('forbidden');
  if (caller.kind === 'session') caller.mode = namedMode(serviceMode);
  if (caller.mode === 'live' && !liveMode) throw new ApiError('live_unavailable');
  return caller;
}

const kindsAllowed: Record<Exclude<Route['auth'], 'none'>, readonly Caller['kind'][]> = {
  customer: ['api_key', 'session'],
  session: ['session'],
  attorney: ['attorney'],
};

const identifiers: Record<
  CredentialPrefix,
  (store: Store, hash: Buffer, caseId: string | null) => Promise<Caller | null>
> = {
  [credentialPrefixes.testKey]: identifyKey,
  [credentialPrefixes.liveKey]: identifyKey,
  [credentialPrefixes.session]: identifySession,
  [credentialPrefixes.attorneyToken]: identifyAttorney,
  [credentialPrefixes.passwordReset]: async () => null,
  [credentialPrefixes.invitation]: async () => null,
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

function callerOf({ id, organizationId, mode }: KeyCredential): ApiKeyCaller {
  return { kind: 'api_key', credentialId: id, organizationId, mode, user: null };
}

async function identifySession(store: Store, hash: Buffer): Promise<SessionCaller | null> {
  const session = await findSession(store, hash);
  if (!session) return null;
  const { id, organizationId, user } = session;
  return { kind: 'session', credentialId: id, organizationId, mode: 'test', user };
}

async function identifyAttorney(store: Store, hash: Buffer): Promise<AttorneyCaller | null> {
  const token = await findAttorneyToken(store, hash);
  if (!token) return null;
  return { kind: 'attorney', credentialId: token.id, attorneyId: token.attorneyId, mode: 'live' };
}

function namedMode(serviceMode = 'test'): 'test' | 'live' {
  if (serviceMode === 'test' || serviceMode === 'live') return serviceMode;
  throw invalidRequest([{ path: 'X-Service-Mode', code: 'one_of', message: 'Must be one of: test, live.' }]);
}
