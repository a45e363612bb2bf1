import type { IncomingMessage } from 'node:http';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { bodyLimits, type Route } from '@evict/contract';
import type { Limiter, Permit } from '@evict/limiter';
import type { Context } from 'koa';
import { type Body, noBody, parseBody, rawBody } from './json-body.ts';
import { hasBody } from './receive-bytes.ts';
import { parseRows } from './row-body.ts';

/**
 * Receives and parses a body. A large one first waits for memory of its owner: `room`, which the caller releases once the
 * request has ended.
 */
export async function readBody(
  memory: Limiter,
  owner: string,
  { ctx, turn }: { ctx: Context; turn: Permit },
  route: Pick<Route, 'bodyLimitBytes' | 'contentField' | 'rawBody' | 'rows' | 'takesMessages'>,
  receive: (ctx: Context) => Promise<Buffer>,
): Promise<{ body: Body; room: Permit | null }> {
  if (!hasBody(ctx.req)) return { body: noBody, room: null };
  const taken = memoryOf(ctx.req, route);
  const room = taken > 0 ? await turn.outside(() => memory.acquire(owner, taken)) : null;
  try {
    // Receiving takes as long as the sender takes.
    const bytes = await turn.outside(() => receive(ctx));
    // Others first: parsing and validating a large body block the event loop for up to 70 ms each.
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
 * The memory that a body may take until its request has ended; 0 for a small one. A file is in memory as text and as
 * bytes, rows as bytes and as their texts, any other body as bytes and as its values. The message of an agent is parsed,
 * checked by the schemas of its protocol and written once more, and it stays while a tool waits for a person. A body of
 * unknown length may be as long as its route allows.
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
