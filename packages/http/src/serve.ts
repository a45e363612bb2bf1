import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type Route } from '@evict/contract';
import { type Credential, keyOf } from '@evict/credentials';
import { type Limiter, LimiterError, type Permit } from '@evict/limiter';
import { withOrigin } from '@evict/store/audit';
import type { Context } from 'koa';
import { createAgentMessage } from './agent-message.ts';
import { createCurrentCaller, credentialOf, type CurrentCaller } from './authenticate.ts';
import { readBody } from './body/read-body.ts';
import { checkBodyHeaders, createBodyReader, hasBody } from './body/receive-bytes.ts';
import type { Handler } from './call.ts';
import { type Caller, ownerOf } from './caller.ts';
import { callerNetwork, clientAddress } from './client-address.ts';
import type { Front } from './front.ts';
import { idempotencyKey } from './idempotency.ts';
import { originOf, type Params, perform } from './perform.ts';
import { enforceAddressLimit } from './rate-limits.ts';
import { releaseWhenSent, send } from './response.ts';

/** Serves a request to a route. `params` are the path parameters. */
export type Serve = (ctx: Context, params: Params) => Promise<void>;

/**
 * Returns a function that serves an operation. Each step can refuse the request by throwing an ApiError, which
 * `render.ts` turns into a response. First come a well-formed credential (401), a slot (429, 503), the caller (401) and
 * their permissions (403); then the type and length of the body (415, 413), the caller's rate (429) and the body itself
 * (400). Finally, `perform` handles the Idempotency-Key (409), the network's limits (429), validation (404, 400) and
 * the handler. `ownerOfPath` is for a route whose path contains the credential: it returns the owner whose share of
 * memory the body uses, or throws 404.
 */
export function serve<R extends Route>(
  front: Front,
  route: R,
  handler: Handler<R>,
  ownerOfPath?: (params: Params) => Promise<string>,
): Serve {
  const receive = createBodyReader(route);
  return async (ctx, params) => {
    const receivedAt = performance.now();
    const address = clientAddress(ctx.req, front.proxyHops);
    const held: Permit[] = [];
    try {
      const credential = credentialOf(ctx.req, route);
      const currentCaller = createCurrentCaller(front, { req: ctx.req, route, params, credential });
      const arrived = await arrive(front, { ctx, address, route, credential, currentCaller }, held);
      if (!arrived) return;
      const { slot, owner, caller: sender } = arrived;
      checkBodyHeaders(ctx, route);
      const key = idempotencyKey(ctx, route);
      // Replays don't count, so a request with a key is counted later, once it is known not to be a replay.
      if (sender && key === null) front.countRequest(sender, route);
      const request = { ctx, address, slot, receivedAt };
      // Check the limit before receiving a file.
      if (route.rawBody && route.addressLimit) await enforceAddressLimit(front.store, route.addressLimit, address);
      const memoryOwner = ownerOfPath ? await ownerOfPath(params) : owner;
      const { body, room } = await readBody(front.memory, memoryOwner, request, route, receive);
      if (room) held.push(room);
      // The body may have taken minutes to arrive, so look up the caller again.
      const caller = await currentCaller();
      const agent = route.takesMessages ? createAgentMessage(front, { ...request, route, currentCaller }) : null;
      const { path, query } = ctx;
      const response = await perform(front, request, { route, handler, params, path, query, body, key, agent }, caller);
      await send(ctx, response, { memory: front.memory, owner, slot });
    } catch (error) {
      if (isWorthADelay(error)) await pause(refusalMs);
      throw error;
    } finally {
      for (const permit of held) releaseWhenSent(ctx.res, permit);
    }
  };
}

interface Arrival {
  ctx: Context;
  address: string;
  route: Route;
  credential: Credential | null;
  currentCaller: CurrentCaller;
}

/**
 * Waits for a slot of the request's owner and looks up the caller. A credential that has never been valid uses separate
 * slots, so that guesses and jobs with a revoked key don't delay other callers. Returns null if the client disconnected
 * meanwhile. Adds the permits that it takes to `held`.
 */
async function arrive(
  front: Front,
  { ctx, address, route, credential, currentCaller }: Arrival,
  held: Permit[],
): Promise<{ slot: Permit; owner: string; caller: Caller | null } | null> {
  if (!credential) {
    const owner = callerNetwork(address);
    // All callers of the public gateway are anonymous, so they share the main pool.
    const slot = await takeSlot(route.gateway === 'public' ? front.slots : front.newcomers, owner, ctx.res, held);
    return slot && { slot, owner, caller: null };
  }
  const owner = front.owners.get(keyOf(credential));
  if (owner !== undefined) {
    const slot = await takeSlot(front.slots, owner, ctx.res, held);
    if (!slot) return null;
    try {
      return { slot, owner, caller: await currentCaller() };
    } catch (refusal) {
      // The credential may have been revoked, so free its former owner's slot at once.
      slot.release();
      throw refusal;
    }
  }
  const share = `credential ${keyOf(credential)}`;
  const own = await takeSlot(front.slots, share, ctx.res, held);
  if (!own) return null;
  const caller = await front.newcomers.run(share, currentCaller);
  if (!caller) throw new Error('the credential has no caller');
  own.release();
  const slot = await takeSlot(front.slots, ownerOf(caller), ctx.res, held);
  return slot && { slot, owner: ownerOf(caller), caller };
}

/**
 * Waits until the owner may have one more request in progress. Returns null if the client disconnected meanwhile.
 * Rejects with `LimiterError` if too many requests are waiting, or if this one waits too long.
 */
async function takeSlot(slots: Limiter, owner: string, res: ServerResponse, held: Permit[]): Promise<Permit | null> {
  const slot = slots.tryAcquire(owner) ?? (await slots.acquire(owner));
  held.push(slot);
  return res.destroyed ? null : slot;
}

/**
 * Whether to delay the error response. The delay slows down clients that immediately retry with a bad credential or
 * after sending too many requests.
 */
function isWorthADelay(error: unknown): boolean {
  return error instanceof LimiterError || (error instanceof ApiError && error.code === 'unauthenticated');
}

const refusalMs = 100;

/** A path outside the API that takes no credential, and its limits. */
export interface AnonymousPath extends Pick<Route, 'method' | 'path' | 'addressLimit' | 'bodyLimitBytes'> {
  /** Writes an error response whose status and headers are already set. The default is the API's error format. */
  refuse?: (ctx: Context, error: ApiError) => void;
}

/** Writes the response, given the received body and the client's address. */
export type Respond = (ctx: Context, body: Buffer, address: string) => Promise<void>;

/**
 * Returns a function that serves a path outside the API: it takes a slot, reads the body, checks the path's limit and
 * calls `respond`.
 */
export function serveAnonymous(front: Front, { refuse, ...path }: AnonymousPath, respond: Respond): Serve {
  const rule = { bodyLimitBytes: path.bodyLimitBytes, rawBody: true } as const;
  const receive = createBodyReader(rule);
  return async (ctx) => {
    ctx.state['refuse'] = refuse;
    const address = clientAddress(ctx.req, front.proxyHops);
    const held: Permit[] = [];
    try {
      const slot = await takeSlot(front.slots, callerNetwork(address), ctx.res, held);
      if (!slot) return;
      checkBodyHeaders(ctx, rule);
      const body = hasBody(ctx.req) ? await slot.releaseDuring(() => receive(ctx)) : Buffer.alloc(0);
      if (path.addressLimit) await enforceAddressLimit(front.store, path.addressLimit, address);
      await withOrigin(originOf(null, address), () => respond(ctx, body, address));
    } finally {
      for (const permit of held) releaseWhenSent(ctx.res, permit);
    }
  };
}
