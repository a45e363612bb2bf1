import { ApiError, invalidRequest, type Route } from '@evict/contract';
import { findApiKey, findSession, type Role, type Store } from '@evict/store';
import { credentialPrefixes, readCredential } from './credentials.ts';

interface CallerBase {
  credentialId: string;
  organizationId: string;
  mode: 'test' | 'live';
}

interface ApiKeyCaller extends CallerBase {
  kind: 'api_key';
  user: null;
}

export interface SessionCaller extends CallerBase {
  kind: 'session';
  user: { id: string; role: Role };
}

/** Who sent a request, and the mode they act in. */
export type Caller = ApiKeyCaller | SessionCaller;

export interface PresentedCredential {
  authorization: string | undefined;
  serviceMode: string | undefined;
}

/**
 * Who sent the request: 401 for a credential that is missing, malformed, unknown, expired or revoked; 403 for one of
 * the wrong kind for the route, and for live mode where the deployment has none.
 *
 * A key acts in the mode of its prefix, whichever X-Service-Mode names. A session acts in the mode that the header
 * names, test without it. Any other word is 400 for both.
 */
export async function authenticate(
  { authorization, serviceMode }: PresentedCredential,
  auth: Exclude<Route['auth'], 'none'>,
  { store, liveMode }: { store: Store; liveMode: boolean },
): Promise<Caller> {
  const [, text = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  const credential = readCredential(text);
  if (!credential) throw new ApiError('unauthenticated');
  const identify = credential.prefix === credentialPrefixes.session ? identifySession : identifyKey;
  const caller = await identify(store, credential.hash);
  if (!caller) throw new ApiError('unauthenticated');
  if (!kindsAllowed[auth].includes(caller.kind)) throw new ApiError('forbidden');
  const named = namedMode(serviceMode);
  if (caller.kind === 'session') caller.mode = named;
  if (caller.mode === 'live' && !liveMode) throw new ApiError('live_unavailable');
  return caller;
}

const kindsAllowed: Record<Exclude<Route['auth'], 'none'>, readonly Caller['kind'][]> = {
  customer: ['api_key', 'session'],
  session: ['session'],
  attorney: [],
};

async function identifyKey(store: Store, hash: Buffer): Promise<ApiKeyCaller | null> {
  const key = await findApiKey(store, hash);
  if (!key) return null;
  return { kind: 'api_key', credentialId: key.id, organizationId: key.organizationId, mode: key.mode, user: null };
}

async function identifySession(store: Store, hash: Buffer): Promise<SessionCaller | null> {
  const session = await findSession(store, hash);
  if (!session) return null;
  const { id, organizationId, user } = session;
  return { kind: 'session', credentialId: id, organizationId, mode: 'test', user };
}

function namedMode(serviceMode = 'test'): 'test' | 'live' {
  if (serviceMode === 'test' || serviceMode === 'live') return serviceMode;
  throw invalidRequest([{ path: 'X-Service-Mode', code: 'one_of', message: 'Must be one of: test, live.' }]);
}
