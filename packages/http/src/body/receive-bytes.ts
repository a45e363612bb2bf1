import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';
import { connectionLost, tooLarge, unreadable } from './body-errors.ts';
import { isTooSlow } from '../pace.ts';

/**
 * Reads a body to its end and passes each chunk to `take`; while a promise of `take` is pending, nothing more is read.
 * Resolves with the SHA-256 of all bytes as sent, lower-case hex.
 *
 * Rejects as soon as the body is longer than the limit (413), ends early, is not UTF-8 or comes too slowly (400), and
 * with what `take` throws. The connection stays open for the response.
 */
export function receiveBytes(
  req: IncomingMessage,
  limitBytes: number,
  take: (chunk: Buffer) => Promise<void> | undefined,
): Promise<string> {
  const hash = createHash('sha256');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const started = performance.now();
  let length = 0;
  let taking: Promise<void> | undefined;
  return new Promise<string>((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearInterval(pace);
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      outcome();
    };
    const fail = (error: unknown) => settle(() => reject(error));
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      hash.update(chunk);
      if (length > limitBytes) return fail(tooLarge());
      if (!decodes(utf8, chunk)) return fail(notUtf8());
      try {
        taking = take(chunk);
      } catch (error) {
        return fail(error);
      }
      if (taking) {
        req.pause();
        taking.then(() => req.resume(), fail);
      } else yieldToOthers(req);
    };
    const onEnd = () => {
      if (!decodes(utf8)) return fail(notUtf8());
      settle(() => void Promise.resolve(taking).then(() => resolve(hash.digest('hex')), reject));
    };
    const onClose = () => {
      if (!req.readableEnded) fail(connectionLost());
    };
    const pace = setInterval(() => {
      if (isTooSlow(length, performance.now() - started)) fail(unreadable('The body comes too slowly.'));
    }, 1000);
    // Never removed: an error event without a listener ends the process.
    req.on('error', () => {});
    req.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

/**
 * Pauses the request until other connections have been served: of a fast sender Node would read 2 MB at a time.
 */
export function yieldToOthers(req: IncomingMessage): void {
  req.pause();
  setImmediate(() => req.resume());
}

function notUtf8() {
  return unreadable('The body is not UTF-8.');
}

/** Whether the chunk continues valid UTF-8, or, without a chunk, whether the text is complete. */
function decodes(utf8: TextDecoder, chunk?: Buffer): boolean {
  try {
    utf8.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}
