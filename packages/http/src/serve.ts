import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiError, Route } from '@evict/contract';
import { type Credential, keyOf } from '@evict/credentials';
import type { Permit } from '@evict/limiter';
import { withOrigin } from '@evict/store/audit';
import type { Context } from 'koa';
import { createAgentMessage } from './agent-message.ts';
import { createCurrentCaller, credentialOf } from './authenticate.ts';
import { readBody } from './body/read-body.ts';
import { checkBodyHeaders, createBodyReader, hasBody } from './body/receive-bytes.ts';
import type { Handler } from './call.ts';
import { callerNetwork, clientAddress } from './client-address.ts';
import type { Front } from './front.ts';
import { idempotencyKey } from './idempotency.ts';
import { originOf, type Params, perform } from './perform.ts';
import { enforceAddressLimit } from './rate-limits.ts';
import { releaseWhenSent, send } from './response.ts';

/** Serves a request to a route, with the parameters of its path. */
export type Serve = (ctx: Context, params: Params) => Promise<void>;

/**
 * The steps of every request to an operation. Each of them can refuse it by throwing an ApiError, which `render.ts` turns
 * into a response:
 *
 * - a well-formed credential (401), a turn (429, 503), the caller (401) and what they may do (403);
 * - type and length of the body (415, 413), the caller's rate (429), the body itself (400);
 * - `perform`: the Idempotency-Key (409), the limits of a network (429), validation (404, 400), the handler.
 */
export function serve<R extends Route>(front: Front, route: R, handler: Handler<R>): Serve {
  const receive = createBodyReader(route);
  return async (ctx, params) => {
    const receivedAt = performance.now();
    const address = clientAddress(ctx.req, front.proxyHops);
    const credential = await credentialOf(ctx.req, route);
    const share = shareOf(front, credential, address);
    const turn = await takeTurn(front.turns, share, ctx.res);
    if (!turn) return;
    const sent = { ctx, address, share, turn, receivedAt };
    let room: Permit | null = null;
    try {
      const currentCaller = createCurrentCaller(front, { req: ctx.req, route, params, credential });
      const sender = await currentCaller();
      checkBodyHeaders(ctx, route);
      const key = idempotencyKey(ctx, route);
      // A replay does not count. With a key, the request is counted once it is known to be no replay.
      if (sender && key === null) front.countRequest(sender, route);
      const read = await readBody(front, sent, route, receive);
      room = read.room;
      // The body may have taken minutes to arrive.
      const caller = await currentCaller();
      const agent = route.takesMessages ? createAgentMessage(front, { ...sent, route, currentCaller }) : null;
      const { path, query } = ctx;
      const operation = { route, handler, params, path, query, body: read.body, key, agent };
      await send(ctx, await perform(front, sent, operation, caller), { ...sent, memory: front.memory });
    } finally {
      for (const held of [turn, room]) if (held) releaseWhenSent(ctx.res, held);
    }
  };
}

/**
 * Whose share a request uses: that of the owner of its credential, or without one that of its network. A credential that
 * was not valid before has a share of its own, so that guessing, or a job with a revoked key, delays nobody else.
 */
function shareOf({ owners }: Pick<Front, 'owners'>, credential: Credential | null, address: string): string {
  if (!credential) return callerNetwork(address);
  const key = keyOf(credential);
  return owners.get(key) ?? `credential ${key}`;
}

/**
 * Waits until the share has room for one more request in progress. Null if the client left meanwhile. Rejects with
 * `LimiterError` if too many of the share wait, or for too long.
 */
async function takeTurn(turns: Front['turns'], share: string, res: ServerResponse): Promise<Permit | null> {
  const turn = turns.tryAcquire(share) ?? (await turns.acquire(share).catch(refuseSlowly));
  if (!res.destroyed) return turn;
  turn.release();
  return null;
}

/** Slows down whoever repeats a request at once that was refused for being one of too many. */
async function refuseSlowly(error: unknown): Promise<never> {
  await pause(refusalMs);
  throw error;
}

const refusalMs = 100;

/** A path that needs no credential and is no operation of the interface, with its limits. */
export interface StrangersPath extends Pick<Route, 'method' | 'path' | 'addressLimit' | 'bodyLimitBytes'> {
  /** Writes a refusal whose status and headers are set; that of the interface without this. */
  refuse?: (ctx: Context, error: ApiError) => void;
}

/** Writes the response to a request from an address, whose body was received. */
export type Respond = (ctx: Context, body: Buffer, address: string) => Promise<void>;

/** The steps of a request to a path that is no operation of the interface. */
export function serveStrangers(front: Front, { refuse, ...path }: StrangersPath, respond: Respond): Serve {
  const rule = { bodyLimitBytes: path.bodyLimitBytes, rawBody: true } as const;
  const receive = createBodyReader(rule);
  return async (ctx) => {
    ctx.state['refuse'] = refuse;
    const address = clientAddress(ctx.req, front.proxyHops);
    const turn = await takeTurn(front.turns, shareOf(front, null, address), ctx.res);
    if (!turn) return;
    try {
      checkBodyHeaders(ctx, rule);
      const body = hasBody(ctx.req) ? await turn.outside(() => receive(ctx)) : Buffer.alloc(0);
      if (path.addressLimit) await enforceAddressLimit(front.store, path.addressLimit, address);
      await withOrigin(originOf(null, address), () => respond(ctx, body, address));
    } finally {
      releaseWhenSent(ctx.res, turn);
    }
  };
}
