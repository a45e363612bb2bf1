import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One request, ready to be sent. */
export interface Order {
  head: string;
  body: Buffer | null;
}

export interface Drive<O extends Order> {
  /** Of an HTTP server on this machine. */
  url: string;
  connections: number;
  /** The next request; null when there are no more. */
  next: () => O | null;
  /** Called with each successful response and its duration. */
  onResponse?: (body: Buffer, order: O, ms: number) => void;
  /** Called for an unsuccessful one, before the connection is used again; false, or no such function, fails the run. */
  isExpected?: (status: number, order: O) => boolean | Promise<boolean>;
}

/**
 * Sends requests over persistent connections, one at a time on each, and returns the responses per second. It handles
 * the bytes itself: on a small machine an expensive client would distort the measurement.
 */
export async function drive<O extends Order>({
  url,
  connections,
  next,
  onResponse,
  isExpected,
}: Drive<O>): Promise<number> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  let responses = 0;
  const work = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    const read = reader(socket);
    for (let one = next(); one !== null; one = next()) {
      const sent = performance.now();
      socket.write(one.head);
      if (one.body !== null) socket.write(one.body);
      const { status, body } = await read();
      responses += 1;
      if (status < 300) onResponse?.(body, one, performance.now() - sent);
      else if (!(await isExpected?.(status, one)))
        throw new Error(`${one.head.split('\r\n')[0]}: ${status} ${body.toString().slice(0, 300)}`);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return responses / ((performance.now() - startedAt) / 1000);
}

/** A request with a bearer credential. */
export function order(method: string, path: string, credential: string, body: Buffer | null = null): Order {
  const length = body === null ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${credential}\r\n${length}\r\n`;
  return { head, body };
}

/** Repeats these orders until the time is up. */
export function forSeconds(seconds: number, orders: readonly Order[]): () => Order | null {
  const until = performance.now() + seconds * 1000;
  let index = 0;
  return () => (performance.now() < until ? (orders[index++ % orders.length] ?? null) : null);
}

/** Returns each of these once. */
export function each<O extends Order>(orders: readonly O[]): () => O | null {
  let index = 0;
  return () => orders[index++] ?? null;
}

/** Reads consecutive responses, each with a Content-Length. */
function reader(socket: Socket): () => Promise<{ status: number; body: Buffer }> {
  let got: Buffer = Buffer.alloc(0);
  let wake: (error?: Error) => void = () => {};
  socket.on('data', (chunk: Buffer) => {
    got = got.length === 0 ? chunk : Buffer.concat([got, chunk]);
    wake();
  });
  socket.on('error', (error) => wake(error));
  socket.on('close', () => wake(new Error('the connection was closed')));
  return async () => {
    for (;;) {
      const end = got.indexOf('\r\n\r\n');
      if (end >= 0) {
        const head = got.toString('latin1', 0, end);
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
        if (got.length >= end + 4 + length) {
          const body = got.subarray(end + 4, end + 4 + length);
          got = got.subarray(end + 4 + length);
          return { status: Number(head.slice(9, 12)), body };
        }
      }
      await new Promise<void>((resolve, reject) => {
        wake = (error) => (error ? reject(error) : resolve());
      });
    }
  };
}
