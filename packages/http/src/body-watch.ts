import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';
import { ApiError, invalidRequest } from '@evict/contract';

export interface BodyWatch {
  /** Rejects as soon as the body breaks off, is too long, comes too slowly, or is no UTF-8; never resolves. */
  refused: Promise<never>;
  /** How many bytes have come. */
  length(): number;
  /** SHA-256 of all bytes as sent, lower-case hex. Once, after the last byte: 400 where they end within a character. */
  finish(): string;
  stop(): void;
}

/**
 * Looks at the bytes of a body while somebody else reads it, which must begin in the same tick for none to be missed.
 * 413 where the body is longer than the limit; 400 where it breaks off, where it is no UTF-8, or where it comes so slowly that it would keep its place from
 * others: after 10 seconds it must have come at 64 KiB a second on average.
 */
export function watchBody(req: IncomingMessage, limitBytes: number): BodyWatch {
  const hash = createHash('sha256');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const started = performance.now();
  let length = 0;
  let refuse: (error: ApiError) => void = () => {};
  const refused = new Promise<never>((_resolve, reject) => {
    refuse = (error) => {
      reject(error);
      // Whoever reads learns only in this way that it is over, and lets go of what it has read.
      req.emit('error', error);
    };
  });
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    hash.update(chunk);
    if (length > limitBytes) refuse(tooLarge());
    else if (!decodes(utf8, chunk)) refuse(notUtf8());
  };
  const onClose = () => {
    if (!req.readableEnded) refuse(brokenOff());
  };
  const pace = setInterval(() => {
    const seconds = (performance.now() - started) / 1000;
    if (length < (seconds - graceSeconds) * minBytesPerSecond) refuse(unreadable('The body comes too slowly.'));
  }, 1000);
  // An error event without a listener ends the process, so this one stays.
  req.on('error', () => {});
  req.on('data', onData).on('close', onClose);
  return {
    refused,
    length: () => length,
    finish() {
      if (!decodes(utf8)) throw notUtf8();
      return hash.digest('hex');
    },
    stop() {
      clearInterval(pace);
      req.off('data', onData).off('close', onClose);
    },
  };
}

export function unreadable(message: string): ApiError {
  return invalidRequest([{ path: '', code: 'unreadable', message }]);
}

export function tooLarge(): ApiError {
  return new ApiError('payload_too_large');
}

export function brokenOff(): ApiError {
  return unreadable('The body broke off.');
}

const graceSeconds = 10;
const minBytesPerSecond = 64 * 1024;

function notUtf8(): ApiError {
  return unreadable('The body is not UTF-8.');
}

/** Whether the text goes on with this chunk, or, without one, ends here. */
function decodes(utf8: TextDecoder, chunk?: Buffer): boolean {
  try {
    utf8.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}
