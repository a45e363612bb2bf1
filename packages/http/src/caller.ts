import { ApiError } from '@evict/contract';
import type { Role } from '@evict/store/accounts';
import type { PrefetchedCase } from '@evict/store/cases';

interface CallerBase {
  credentialId: string;
  mode: 'test' | 'live';
}

export interface ApiKeyCaller extends CallerBase {
  kind: 'api_key';
  organizationId: string;
  verified: boolean;
  scopes: readonly string[];
  /** If `required`, a person has to confirm actions that only a person may take. */
  confirm: 'required' | 'never' | null;
  /** The connected app that the key belongs to, or null for an ordinary key. */
  clientId: string | null;
  user: null;
  /** For a read, the case in its path, fetched in the same query as the API key. */
  prefetched?: PrefetchedCase;
}

export interface SessionCaller extends CallerBase {
  kind: 'session';
  organizationId: string;
  verified: boolean;
  user: { id: string; role: Role };
}

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

/** A partner attorney, who acts on their own live cases with a token or a session. */
export type AttorneyCaller = TokenCaller | AttorneySessionCaller;

/** The sender of a request, and the mode they act in. */
export type Caller = CustomerCaller | AttorneyCaller;

/** Returns the owner of the caller's limits and Idempotency-Keys: the organization or the attorney. */
export function ownerOf(caller: Caller): string {
  return 'attorneyId' in caller ? caller.attorneyId : caller.organizationId;
}

/** Whether the caller needs a person's confirmation for actions that only a person may take. */
export function isAgent(caller: CustomerCaller): caller is ApiKeyCaller {
  return caller.kind === 'api_key' && caller.confirm === 'required';
}

/**
 * Returns the caller as an agent, which needs a person's confirmation unless its key's `confirm` is `never`. Throws 403
 * for a caller without an API key.
 */
export function asAgent(caller: Caller | null): ApiKeyCaller {
  if (caller?.kind === 'api_key') return { ...caller, confirm: caller.confirm ?? 'required' };
  throw new ApiError('forbidden', { message: 'Agents must use an API key or the token of a connected app.' });
}
