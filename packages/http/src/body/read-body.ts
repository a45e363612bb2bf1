import type { IncomingMessage } from 'node:http';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { bodyLimits, type Route } from '@evict/contract';
import type { Limiter, Permit } from '@evict/limiter';
import type { Context } from 'koa';
import { type Body, noBody, parseBody, rawBody } from './json-body.ts';
import { hasBody } from './receive-bytes.ts';
import { parseRows } from './row-body.ts';

/**
 * Receives and parses a body. For a large one, first waits until `memory` has room for it in the owner's share. The
 * caller must release the returned `room` at the end of the request.
 */
export async function readBody(
  memory: Limiter,
  owner: string,
  { ctx, slot }: { ctx: Context; slot: Permit },
  route: Pick<Route, 'bodyLimitBytes' | 'contentField' | 'rawBody' | 'rows' | 'takesMessages'>,
  receive: (ctx: Context) => Promise<Buffer>,
): Promise<{ body: Body; room: Permit | null }> {
  if (!hasBody(ctx.req)) return { body: noBody, room: null };
  const taken = memoryOf(ctx.req, route);
  const room = taken > 0 ? await slot.releaseDuring(() => memory.acquire(owner, taken)) : null;
  try {
    // The sender decides how long this takes, so free the slot meanwhile.
    const bytes = await slot.releaseDuring(() => receive(ctx));
    // Let other requests run first: parsing and validating a large body blocks the event loop for up to 70 ms.
    if (room) await yieldToOthers();
    const body = await parse(bytes, route);
    if (room) await yieldToOthers();
    return { body, room };
  } catch (refusal) {
    room?.release();
    throw refusal;
  }
}

async function parse(bytes: Buffer, route: Pick<Route, 'contentField' | 'rawBody' | 'rows'>): Promise<Body> {
  if (route.rawBody) return rawBody(bytes);
  return route.rows ? parseRows(bytes, route.rows) : parseBody(bytes, route.contentField);
}

/**
 * Returns how many bytes of memory a body may take until the end of its request, or 0 for a small one. A file is held
 * as text and as bytes, imported rows as bytes and strings, and any other body as bytes and parsed values. An agent's
 * message is parsed, checked against its protocol, serialized again, and held while a tool waits for a person. If the
 * length is unknown, the route's limit is assumed.
 */
export function memoryOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  route: Pick<Route, 'bodyLimitBytes' | 'contentField' | 'rawBody' | 'rows' | 'takesMessages'>,
): number {
  const isChunked = headers['transfer-encoding'] !== undefined;
  const bytes = isChunked ? route.bodyLimitBytes : Number(headers['content-length']);
  if (route.takesMessages) return 24 * bytes;
  if (bytes <= bodyLimits.default) return 0;
  return bytes * (route.contentField === undefined && route.rows === undefined && !route.rawBody ? 4 : 2);
}
