import type { ParsedUrlQuery } from 'node:querystring';
import {
  ApiError,
  invalidRequest,
  isId,
  type Issue,
  type ParamKind,
  type Route,
  shapeOf,
  validate,
} from '@evict/contract';
import type { Permit } from '@evict/limiter';
import { type Origin, withOrigin } from '@evict/store/audit';
import type { Context } from 'koa';
import type { Body } from './body/json-body.ts';
import type { AgentMessage, Call, Handler } from './call.ts';
import { type Caller, ownerOf } from './caller.ts';
import { shortNetwork } from './client-address.ts';
import type { Front } from './front.ts';
import { fingerprintOf, type Identity, isReplay, newIdentity, runOnce } from './idempotency.ts';
import { enforceAddressLimit } from './rate-limits.ts';
import { prepare, type PreparedResponse, type BufferedResponse } from './response.ts';

/** A request that holds a slot. */
export interface Admitted {
  ctx: Context;
  /** The client's IP address. */
  address: string;
  slot: Permit;
  /** `performance.now()` when the request arrived. */
  receivedAt: number;
}

/** An operation and its input, from a request or from an agent's tool. */
export interface Operation<R extends Route> {
  route: R;
  handler: Handler<R>;
  params: Params;
  /** The path with its parameters filled in. */
  path: string;
  query: ParsedUrlQuery;
  body: Body;
  /** The Idempotency-Key, or null. */
  key: string | null;
  agent: AgentMessage | null;
}

/**
 * Runs an operation. If the request was already run under the same Idempotency-Key, returns the stored response
 * instead.
 */
export async function perform<R extends Route>(
  front: Front,
  request: Admitted,
  operation: Operation<R>,
  caller: Caller | null,
): Promise<PreparedResponse> {
  const { route, params, path, body, key } = operation;
  if (key === null || !caller) return handle(front, request, operation, caller, newIdentity);
  const caseId = caseInPath(route, params);
  const fingerprint = fingerprintOf({ method: route.method, path }, caller, body.hash);
  const claim = { scope: ownerOf(caller), key, fingerprint, subject: caseId };
  const handleCounted = async (identity: Identity) => {
    front.countRequest(caller, route);
    // Only GET routes stream their response, and they take no key.
    return (await handle(front, request, operation, caller, identity)) as BufferedResponse;
  };
  const response = await runOnce(front.claims, claim, handleCounted, request.slot.releaseDuring);
  if (!front.checkReplay || !isReplay(response)) return response;
  return { ...response, body: await front.checkReplay({ caller, route, caseId, body: response.body }) };
}

/** Validates the input of an operation and calls its handler. */
async function handle<R extends Route>(
  { store }: Front,
  { ctx, address, slot, receivedAt }: Admitted,
  { route, params, handler, query, body, agent }: Operation<R>,
  caller: Caller | null,
  identity: Identity,
): Promise<PreparedResponse> {
  const { addressLimit, rawBody } = route;
  const counted = addressLimit && !rawBody ? await enforceAddressLimit(store, addressLimit, address) : null;
  if (body.fault) throw body.fault;
  const call = {
    caller,
    counted,
    params: validParams(route, params),
    ...validInput(route, query, body.value),
    content: body.content,
    requestId: ctx.state['requestId'] as string,
    receivedAt,
    clientAddress: address,
    userAgent: ctx.get('user-agent'),
    work: { ...identity, releaseDuring: slot.releaseDuring },
    agent,
  };
  return prepare(await withOrigin(originOf(caller, address), () => handler(call as unknown as Call<R>)));
}

/**
 * Returns what the audit log records about the author of a change: the user, attorney or API key, with their credential
 * and network.
 */
export function originOf(caller: Caller | null, address: string): Origin {
  const network = shortNetwork(address) || null;
  if (!caller) return { actor: null, credentialId: null, network };
  const { credentialId } = caller;
  if ('attorneyId' in caller) return { actor: { type: 'attorney', id: caller.attorneyId }, credentialId, network };
  const { user } = caller;
  const actor = user ? ({ type: 'user', id: user.id } as const) : ({ type: 'api_key', id: credentialId } as const);
  return { actor, credentialId, network };
}

/** Path parameters by name. */
export type Params = Record<string, string>;

/** Returns the id of the case in the path, or null if there is none or it is malformed. */
export function caseInPath({ params: kinds = {} }: Route, params: Params): string | null {
  const id = params['id'] ?? '';
  return kinds['id'] === 'case' && isId('case', id) ? id : null;
}

/** Returns the path parameters. Throws 404 for a malformed id. */
function validParams({ params: kinds = {} }: Route, params: Params): Params {
  const isNamed = ([name, kind]: [string, ParamKind]) => isId(kind, params[name] ?? '');
  if (!Object.entries(kinds).every(isNamed)) throw new ApiError('not_found');
  return params;
}

/**
 * Returns the query parameters that the operation defines, and drops all others. A parameter that can be repeated
 * becomes a list even if it was sent once.
 */
function knownParameters(schema: NonNullable<Route['query']>, query: ParsedUrlQuery): unknown {
  const values = Object.entries(shapeOf(schema).fields ?? {}).flatMap(([name, { type }]) => {
    const value = query[name];
    if (value === undefined) return [];
    return [[name, type === 'array' && !Array.isArray(value) ? [value] : value]];
  });
  return Object.fromEntries(values);
}

/** Validates the query and body. Throws 400 with all faults together. */
function validInput(route: Route, query: ParsedUrlQuery, body: unknown): { query: unknown; body: unknown } {
  const issues: Issue[] = [];
  const checked = <T>(outcome: { ok: true; value: T } | { ok: false; issues: Issue[] }) => {
    if (outcome.ok) return outcome.value;
    issues.push(...outcome.issues);
    return undefined;
  };
  const values = {
    query: route.query ? checked(validate(route.query, knownParameters(route.query, query))) : undefined,
    body: route.body ? checked(validate(route.body, route.bodyIsOptional ? (body ?? {}) : body)) : undefined,
  };
  if (!route.body && !isEmpty(body)) {
    issues.push({ path: '', code: 'unexpected_body', message: 'This operation takes no body.' });
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return values;
}

/** Whether there is no body. Many clients send an empty object instead. */
function isEmpty(body: unknown): boolean {
  if (body === undefined) return true;
  return typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
}
