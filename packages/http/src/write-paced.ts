import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { isTooSlow } from './pace.ts';

/**
 * Writes a body no faster than its reader takes it: at most one piece is held for them, and the next is asked for once
 * it is gone. Ends the connection of a reader who is slower than `isTooSlow` allows; the time that the pieces take to
 * come does not count. Where a piece fails the connection is ended too, since the head has said that all is well.
 * Resolves once the body is out of our hands, `false` where its reader did not take all of it.
 */
export async function writePaced(
  res: ServerResponse,
  pieces: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
): Promise<boolean> {
  let written = 0;
  let waitedMs = 0;
  let waitingSince: number | null = null;
  const pace = setInterval(() => {
    const waiting = waitingSince === null ? 0 : performance.now() - waitingSince;
    const taken = written - res.writableLength;
    if (isTooSlow(taken, waitedMs + waiting)) res.destroy();
  }, 1000);
  const gone = new Promise<void>((resolve) => res.once('close', resolve));
  /** Until the reader has taken what was written, or is gone. */
  const taken = async (event: 'drain' | 'finish') => {
    waitingSince = performance.now();
    await Promise.race([once(res, event), gone]);
    waitedMs += performance.now() - waitingSince;
    waitingSince = null;
  };
  try {
    for await (const piece of pieces) {
      if (res.destroyed) return false;
      for (const slice of slicesOf(piece)) {
        written += slice.length;
        if (!res.write(slice)) await taken('drain');
        if (res.destroyed) return false;
      }
    }
    const finished = taken('finish');
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

/** So much of a piece at a time that a reader's pace shows. */
const sliceBytes = 64 * 1024;

function* slicesOf(piece: Uint8Array | string): Generator<Buffer> {
  const bytes =
    typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
}
