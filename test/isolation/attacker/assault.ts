import { once, setMaxListeners } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** The bytes of one or more requests, and the number of responses to expect. */
export interface RawRequest {
  head: string;
  body: Buffer | null;
  responses?: number;
}

/** Requests over several connections. Each sends its next request after the response to the previous one. */
export interface Assault {
  connections: number;
  /** Null ends the connection. */
  next: () => RawRequest | null;
  /** Bytes per second that are read; 0 reads nothing. */
  readRate?: number;
  /** Bytes per second that are sent of a body. */
  writeRate?: number;
  /** Milliseconds between two requests of one connection. */
  pauseMs?: number;
}

/** The outcomes of the requests: counts by status, or by the error.  */
export type Outcomes = Record<string, number>;

const reconnectMs = 20;
/** Slices of a second, so that a slow sender or reader is steady. */
const sliceMs = 250;

/** Plays the assaults against a server on this machine until the signal. Broken connections are opened again. */
export async function assail(url: string, assaults: readonly Assault[], signal: AbortSignal): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  const count = (outcome: string) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  setMaxListeners(0, signal); // each connection has one
  const connections = assaults.flatMap((assault) =>
    Array.from({ length: assault.connections }, () => keepConnection(url, assault, count, signal)),
  );
  await Promise.all(connections);
  return outcomes;
}

async function keepConnection(
  url: string,
  assault: Assault,
  count: (outcome: string) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await useConnection(url, assault, count, signal)) return;
    } catch (error) {
      if (signal.aborted) return;
      count((error as NodeJS.ErrnoException).code ?? (error as Error).message);
    }
    await setTimeout(reconnectMs);
  }
}

/** Resolves to true when there is nothing more to send, to false when the server has ended the connection. */
async function useConnection(
  url: string,
  assault: Assault,
  count: (outcome: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const reader = createReader(assault.readRate);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread: reader.onread });
  const abort = () => socket.destroy();
  signal.addEventListener('abort', abort);
  const failed = new Promise<never>((_resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
    socket.once('end', () => reject(new Error('closed')));
  });
  failed.catch(() => {});
  const timer = reader.pace(socket);
  try {
    await Promise.race([once(socket, 'connect'), failed]);
    for (let request = assault.next(); request !== null; request = assault.next()) {
      const sent = write(socket, request, assault.writeRate);
      for (let response = 0; response < (request.responses ?? 1); response += 1) {
        const { status, closes } = await Promise.race([reader.next(), failed]);
        count(String(status));
        if (closes) return false;
      }
      await Promise.race([sent, failed]);
      if (assault.pauseMs) await Promise.race([setTimeout(assault.pauseMs), failed]);
    }
    return true;
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
}

async function write(socket: Socket, { head, body }: RawRequest, rate?: number): Promise<void> {
  socket.write(head);
  if (body === null) return;
  if (rate === undefined) return void socket.write(body);
  const slice = Math.max(1, Math.floor((rate * sliceMs) / 1000));
  for (let from = 0; from < body.length && !socket.destroyed; from += slice) {
    socket.write(body.subarray(from, from + slice));
    await setTimeout(sliceMs);
  }
}

interface Response {
  status: number;
  /** The server ends the connection after it. */
  closes: boolean;
}

/** Splits the received bytes into responses without storing them. */
function createReader(rate?: number) {
  const slice = rate === undefined ? 64 * 1024 : Math.max(1, Math.floor((rate * sliceMs) / 1000));
  const parser = createParser();
  let ready: Response[] = [];
  let wake = () => {};
  return {
    onread: {
      buffer: Buffer.allocUnsafe(slice),
      callback(length: number, buffer: Uint8Array): boolean {
        const found = parser(Buffer.from(buffer.buffer, buffer.byteOffset, length));
        if (found.length > 0) {
          ready = [...ready, ...found];
          wake();
        }
        return rate === undefined;
      },
    },
    /** Accepts the next slice. */
    pace(socket: Socket): NodeJS.Timeout | undefined {
      if (rate === undefined) return undefined;
      if (rate === 0) return void socket.pause();
      return setInterval(() => socket.resume(), sliceMs);
    },
    async next(): Promise<Response> {
      for (;;) {
        const first = ready.shift();
        if (first) return first;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** Finds the end of a response, with Content-Length or chunked. */
function createParser(): (chunk: Buffer) => Response[] {
  let held: Buffer = Buffer.alloc(0);
  let current: Response | null = null;
  /** Bytes of the body, or of a chunk with its line break, that are still to come. */
  let left = 0;
  let isChunked = false;

  return (chunk) => {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk]);
    const found: Response[] = [];
    for (;;) {
      if (left > 0) {
        const taken = Math.min(left, held.length);
        held = held.subarray(taken);
        left -= taken;
        if (left > 0) return found;
      }
      if (current !== null && !isChunked) {
        found.push(current);
        current = null;
      }
      const end = held.indexOf(current === null ? '\r\n\r\n' : '\r\n');
      if (end < 0) return found;
      const line = held.toString('latin1', 0, end);
      if (current === null) {
        const status = Number(line.slice(9, 12));
        held = held.subarray(end + 4);
        if (status < 200) continue;
        current = { status, closes: /^connection: close/im.test(line) };
        isChunked = /^transfer-encoding: chunked/im.test(line);
        left = Number(/^content-length: (\d+)/im.exec(line)?.[1] ?? 0);
        continue;
      }
      const size = Number.parseInt(line, 16);
      if (size === 0) {
        if (held.length < end + 4) return found;
        held = held.subarray(end + 4);
        found.push(current);
        current = null;
        isChunked = false;
      } else {
        held = held.subarray(end + 2);
        left = size + 2;
      }
    }
  };
}
