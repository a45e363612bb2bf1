import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { isTooSlow } from '../pace.ts';

/**
 * Writes a body no faster than the client reads it: one chunk is held at a time. Closes the connection of a client who
 * is slower than `isTooSlow` allows; the time it takes to make the chunks does not count. A chunk that fails closes the
 * connection too, because the head has been sent. Resolves when everything was flushed, with `false` if the client did
 * not read all of it.
 */
export async function writePaced(
  res: ServerResponse,
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
): Promise<boolean> {
  let written = 0;
  let waitedMs = 0;
  let waitingSince: number | null = null;
  const pace = setInterval(() => {
    const waiting = waitingSince === null ? 0 : performance.now() - waitingSince;
    const taken = written - res.writableLength;
    if (isTooSlow(taken, waitedMs + waiting)) res.destroy();
  }, 1000);
  const closed = new Promise<void>((resolve) => res.once('close', resolve));
  /** Waits until the client has read what was written, or has left. */
  const flushed = async (event: 'drain' | 'finish') => {
    waitingSince = performance.now();
    await Promise.race([once(res, event), closed]);
    waitedMs += performance.now() - waitingSince;
    waitingSince = null;
  };
  try {
    for await (const chunk of chunks) {
      if (res.destroyed) return false;
      for (const slice of slicesOf(chunk)) {
        written += slice.length;
        if (!res.write(slice)) await flushed('drain');
        if (res.destroyed) return false;
      }
    }
    const finished = flushed('finish');
    res.end();
    await finished;
    return res.writableFinished;
  } catch (error) {
    res.destroy();
    throw error;
  } finally {
    clearInterval(pace);
  }
}

/** Small enough to measure the client's pace. */
const sliceBytes = 64 * 1024;

function* slicesOf(chunk: Uint8Array | string): Generator<Buffer> {
  const bytes =
    typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
}
