import type { ServerResponse } from 'node:http';
import type { Limiter, Permit } from '@evict/limiter';
import type { Context } from 'koa';
import type { PreparedResponse, StreamedResponse } from './response.ts';
import { releaseWhenSent } from './turns.ts';

/** What sending a response takes of its process. */
interface Shares {
  memory: Limiter;
  /** Whose share of the memory it takes. */
  share: string;
  turn: Permit;
}

/**
 * Sends a response. A large one takes its bytes from the memory of its share until the client has read it, and gives up
 * its turn while it waits for the client. Where the memory is used up, a response that is made already keeps its turn
 * instead, and a streamed one waits before it is made.
 */
export async function send(ctx: Context, response: PreparedResponse, shares: Shares): Promise<void> {
  const { status, headers = {} } = response;
  // Koa would send the words of the status in its place.
  if ('body' in response && response.body === null) ctx.body = null;
  ctx.status = status;
  ctx.set(headers);
  if (isKnown(ctx, headers['ETag'])) {
    ctx.status = 304;
    return;
  }
  if ('chunks' in response) return stream(ctx, response, shares);
  const { contentType, body } = response;
  if (body === null) return;
  ctx.type = contentType ?? 'application/json';
  ctx.body = body;
  if (body.length <= smallLength) return;
  const place = shares.memory.tryAcquire(shares.share, 2 * body.length);
  if (!place) return;
  shares.turn.release();
  releaseWhenSent(ctx.res, place);
}

/** What Node and the system take of a response that the client does not read. */
const smallLength = 64 * 1024;

/** Writes a body no faster than the client reads it. */
async function stream(ctx: Context, response: StreamedResponse, { memory, share, turn }: Shares): Promise<void> {
  const { res } = ctx;
  const place = await turn.outside(() => memory.acquire(share, response.heldBytes));
  try {
    if (res.destroyed) return;
    const chunks = response.chunks[Symbol.asyncIterator]();
    // Before the head is sent, a failure can still become an error response.
    const first = ctx.method === 'HEAD' ? null : await chunks.next();
    ctx.type = response.contentType;
    if (response.sizeBytes !== null) ctx.length = response.sizeBytes;
    ctx.respond = false;
    if (first === null) res.end();
    else await write(res, first, chunks, turn);
  } finally {
    place.release();
  }
}

/** A chunk that fails closes the connection, because the head has been sent, and so does a client that takes too long. */
async function write<T>(
  res: ServerResponse,
  first: IteratorResult<T>,
  chunks: AsyncIterator<T>,
  turn: Permit,
): Promise<void> {
  const closed = new Promise<void>((resolve) => res.once('close', resolve));
  const cut = setTimeout(() => res.destroy(), sendWithinMs);
  try {
    for (let next = first; !next.done && !res.destroyed; next = await chunks.next()) {
      if (res.write(next.value)) continue;
      const drained = new Promise<void>((resolve) => res.once('drain', resolve));
      await turn.outside(() => Promise.race([drained, closed]));
    }
    res.end();
    await turn.outside(() => closed);
  } catch (error) {
    res.destroy();
    throw error;
  } finally {
    clearTimeout(cut);
    await chunks.return?.();
  }
}

/** As long as a request may take to arrive. */
const sendWithinMs = 300_000;

/** Whether the client has the response with this tag. A proxy that compresses it makes the tag a weak one. */
function isKnown(ctx: Context, etag: string | undefined): boolean {
  const known = ctx.get('If-None-Match').split(',');
  return etag !== undefined && known.some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
