import { setMaxListeners } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Assault, RawRequest } from './requests.ts';

// This file handles the bytes itself. On a small machine an expensive client would distort a measurement, and an
// attacker sends what no normal client would.

/** The number of requests by status, or by error if there was no response. */
export type Outcomes = Record<string, number>;

export interface Drive<R extends RawRequest> {
  /** The address of an HTTP server on this machine. */
  url: string;
  connections: number;
  /** Returns the next request, or null if there are no more. */
  next: () => R | null;
  /** Called with each response, its request, and the duration in milliseconds. */
  onResponse?: (body: Buffer, request: R, ms: number) => void;
}

interface Response {
  status: number;
  /** Whether the server closes the connection after this response. */
  closes: boolean;
  body: Buffer;
}

/**
 * The length of a time slice in milliseconds. Rates are applied per slice, so that slow sending and reading is steady.
 */
const sliceMs = 250;
const reconnectMs = 20;

/**
 * Sends requests over persistent connections, one at a time on each. Returns the responses per second. Throws if a
 * request fails.
 */
export async function drive<R extends RawRequest>({ url, connections, next, onResponse }: Drive<R>): Promise<number> {
  const startedAt = performance.now();
  let responses = 0;
  const work = async () => {
    const connection = await openConnection(url, { keepsBodies: true });
    for (let one = next(); one !== null; one = next()) {
      const sentAt = performance.now();
      const { status, body } = await connection.send(one);
      responses += 1;
      if (status >= 300) throw refused(one, status, body);
      onResponse?.(body, one, performance.now() - sentAt);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return responses / ((performance.now() - startedAt) / 1000);
}

/** Returns the error of a request that should have succeeded. */
export function refused({ head }: RawRequest, status: number, body: Buffer): Error {
  return new Error(`${head.split('\r\n')[0]}: ${status} ${body.toString().slice(0, 300)}`);
}

/** Plays assaults against a server on this machine until the signal. Reopens broken connections. */
export async function assail(url: string, assaults: readonly Assault[], signal: AbortSignal): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  const count = (outcome: string) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  setMaxListeners(0, signal); // each connection adds a listener
  const keep = async (assault: Assault) => {
    while (!signal.aborted) {
      try {
        if (await useConnection(url, assault, count, signal)) return;
      } catch (error) {
        if (signal.aborted) return;
        count((error as NodeJS.ErrnoException).code ?? (error as Error).message);
      }
      await setTimeout(reconnectMs);
    }
  };
  await Promise.all(assaults.flatMap((one) => Array.from({ length: one.connections }, () => keep(one))));
  return outcomes;
}

/** Resolves to true when there is nothing more to send, and to false when the server closes the connection. */
async function useConnection(
  url: string,
  { next, readRate, writeRate, leaves }: Assault,
  count: (outcome: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const connection = await openConnection(url, { readRate, signal });
  try {
    for (let one = next(); one !== null; one = next()) {
      let isSent = false;
      const sent = connection.write(one, writeRate).finally(() => {
        isSent = true;
      });
      if (leaves) {
        await sent;
        count('left');
        return false;
      }
      for (let response = 0; response < (one.responses ?? 1); response += 1) {
        const { status, closes } = await connection.next();
        count(String(status));
        if (closes) return false;
      }
      if (writeRate !== undefined && !isSent) return false;
      await sent;
    }
    return true;
  } finally {
    connection.close();
  }
}

interface ConnectionOptions {
  readRate?: number | undefined;
  keepsBodies?: boolean;
  signal?: AbortSignal;
}

/** Opens one connection, without a retry. */
export async function openConnection(url: string, { readRate, keepsBodies = false, signal }: ConnectionOptions) {
  const { hostname, port } = new URL(url);
  const parse = createParser(keepsBodies);
  const ready: Response[] = [];
  let isConnected = false;
  let failure: Error | null = null;
  let wake = () => {};
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      if (failure) throw failure;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const fail = (error = new Error('closed')) => {
    failure ??= error;
    wake();
  };
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(readRate === undefined ? 64 * 1024 : bytesInSlice(readRate)),
      callback(length, buffer) {
        ready.push(...parse(Buffer.from(buffer.subarray(0, length))));
        wake();
        return readRate === undefined;
      },
    },
  });
  socket.once('connect', () => {
    isConnected = true;
    wake();
  });
  socket.once('error', fail);
  socket.once('end', () => fail());
  socket.once('close', () => fail());
  const abort = () => socket.destroy();
  signal?.addEventListener('abort', abort);
  if (readRate === 0) socket.pause();
  const reading = readRate ? setInterval(() => socket.resume(), sliceMs) : undefined;
  const close = () => {
    clearInterval(reading);
    signal?.removeEventListener('abort', abort);
    socket.destroy();
  };
  await until(() => isConnected).catch((error: unknown) => {
    close();
    throw error;
  });
  const next = async (): Promise<Response> => {
    await until(() => ready.length > 0);
    return ready.shift() as Response;
  };
  return {
    /** Resolves when the request is sent, or can't be sent anymore. */
    write: (one: RawRequest, rate?: number) => write(socket, one, rate),
    /** Resolves to the next response. */
    next,
    send(one: RawRequest): Promise<Response> {
      void write(socket, one);
      return next();
    },
    close,
  };
}

async function write(socket: Socket, { head, body }: RawRequest, rate?: number): Promise<void> {
  const written = (bytes: string | Buffer) => new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  const headSent = written(head);
  if (body === null) return headSent;
  if (rate === undefined) return written(body);
  const slice = bytesInSlice(rate);
  for (let from = 0; from < body.length && !socket.destroyed; from += slice) {
    socket.write(body.subarray(from, from + slice));
    await setTimeout(sliceMs);
  }
}

function bytesInSlice(rate: number): number {
  return Math.max(1, Math.floor((rate * sliceMs) / 1000));
}

/**
 * Splits the received bytes into responses, with Content-Length or chunked. The content of a chunked body isn't stored.
 */
function createParser(keepsBodies: boolean): (chunk: Buffer) => Response[] {
  let held: Buffer = Buffer.alloc(0);
  let current: Response | null = null;
  let parts: Buffer[] = [];
  /** The remaining bytes of the body, or of a chunk with its line break. */
  let left = 0;
  let isChunked = false;

  return (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const found: Response[] = [];
    const finish = (response: Response) => {
      found.push({ ...response, body: Buffer.concat(parts) });
      current = null;
      parts = [];
      isChunked = false;
    };
    for (;;) {
      const taken = Math.min(left, held.length);
      if (keepsBodies && !isChunked && taken > 0) parts.push(held.subarray(0, taken));
      held = held.subarray(taken);
      left -= taken;
      if (left > 0) return found;
      if (current !== null && !isChunked) finish(current);
      const end = held.indexOf(current === null ? '\r\n\r\n' : '\r\n');
      if (end < 0) return found;
      const line = held.toString('latin1', 0, end);
      if (current === null) {
        held = held.subarray(end + 4);
        const status = Number(line.slice(9, 12));
        if (status < 200) continue;
        current = { status, closes: /^connection: close/im.test(line), body: held };
        isChunked = /^transfer-encoding: chunked/im.test(line);
        left = Number(/^content-length: (\d+)/im.exec(line)?.[1] ?? 0);
        continue;
      }
      const size = Number.parseInt(line, 16);
      if (size > 0) {
        held = held.subarray(end + 2);
        left = size + 2;
      } else {
        if (held.length < end + 4) return found;
        held = held.subarray(end + 4);
        finish(current);
      }
    }
  };
}
