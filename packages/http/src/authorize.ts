import { ApiError, invalidRequest, type KeyScope, type Route, scopeOf } from '@evict/contract';
import { asAgent, type Caller, isAgent } from './caller.ts';

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
