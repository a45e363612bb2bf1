import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError, invalidRequest } from '@evict/contract';

export interface RawBody {
  bytes: Buffer;
  /** SHA-256 of the bytes as sent, lower-case hex. */
  hash: string;
}

/** Refuses what can be refused before a byte is read: 415 for another type or an encoding, 413 by Content-Length. */
export function checkBodyHeaders(req: IncomingMessage, limitBytes: number): void {
  if (!hasBody(req)) return;
  const [type = ''] = (req.headers['content-type'] ?? '').split(';');
  const encoding = req.headers['content-encoding'] ?? 'identity';
  if (type.trim().toLowerCase() !== 'application/json') throw unsupported('Send Content-Type: application/json.');
  if (encoding.toLowerCase() !== 'identity') throw unsupported('Send the body unencoded.');
  if (Number(req.headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
}

/**
 * Reads the whole body. 413 as soon as it is longer than the limit; 400 where it breaks off, or comes so slowly that
 * it would keep its place from others: after 10 seconds it must have come at 64 KiB a second on average.
 */
export function readBody(req: IncomingMessage, limitBytes: number): Promise<RawBody> {
  if (!hasBody(req)) return Promise.resolve(noBody);
  return new Promise((resolve, reject) => {
    const hash = createHash('sha256');
    const chunks: Buffer[] = [];
    const started = performance.now();
    let length = 0;
    const pace = setInterval(() => {
      const seconds = (performance.now() - started) / 1000;
      if (length < (seconds - graceSeconds) * minBytesPerSecond) refuse(unreadable('The body comes too slowly.'));
    }, 1000);
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) return refuse(tooLarge());
      hash.update(chunk);
      chunks.push(chunk);
    };
    const onEnd = () => {
      stop();
      resolve({ bytes: Buffer.concat(chunks, length), hash: hash.digest('hex') });
    };
    const onBreak = () => refuse(unreadable('The body broke off.'));
    const stop = () => {
      clearInterval(pace);
      req.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak);
      // Nobody listens any more, and an error event without a listener ends the process.
      req.on('error', () => {});
    };
    const refuse = (error: ApiError) => {
      stop();
      reject(error);
    };
    req.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);
    if (req.destroyed) onBreak();
  });
}

/** The JSON of a body; undefined for an empty one. 400 for anything that is not JSON in UTF-8, or nested too deeply. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw unreadable('The body is not UTF-8.');
  const value = parse(bytes.toString('utf8'));
  if (isDeeperThan(maxDepth, value)) throw unreadable(`The body is nested more than ${maxDepth} levels deep.`);
  return value;
}

/**
 * Reads and drops what is left of a body that was refused. Were the connection closed instead, a caller who is still
 * sending would see a broken connection and not the answer; one who does not stop is cut off all the same.
 */
export function drain(req: IncomingMessage): void {
  if (req.complete) return;
  let dropped = 0;
  req.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > maxDroppedBytes) req.destroy();
  });
  req.resume();
}

const noBody: RawBody = { bytes: Buffer.alloc(0), hash: createHash('sha256').digest('hex') };
const graceSeconds = 10;
const minBytesPerSecond = 64 * 1024;
const maxDepth = 32;
const maxDroppedBytes = 64 * 1024 * 1024;

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('The body is not JSON.');
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}

function unreadable(message: string): ApiError {
  return invalidRequest([{ path: '', code: 'unreadable', message }]);
}

function tooLarge(): ApiError {
  return new ApiError('payload_too_large');
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media_type', { message });
}
