import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { invalidRequest } from '@evict/contract';
import { renderError } from './render.ts';

export interface Listening {
  port: number;
  /** Keeps serving, but closes each connection after its next response, so that callers reconnect elsewhere. */
  retire(): void;
  /** Stops accepting requests, waits up to `graceMs` for those in progress, then closes all connections. */
  close(graceMs?: number): Promise<void>;
}

/** Limits on slow and hostile connections. Times are in milliseconds. */
export const connectionBounds = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  /** How long a request may take to arrive with its body. 14 MB arrive in that time at 48 KB a second. */
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000,
  /**
   * How long a connection may be silent. This is longer than a request can wait for a slot, for memory and for a person
   * in total.
   */
  timeout: 180_000,
  connectionsCheckingInterval: 30_000,
};

/** Starts an HTTP server with `connectionBounds`, which `bounds` overrides. Port 0 picks any free port. */
export async function listen(
  listener: RequestListener,
  { port, host, bounds = {} }: { port: number; host: string; bounds?: Partial<typeof connectionBounds> },
): Promise<Listening> {
  let retiring = false;
  const inProgress = new Set<ServerResponse>();
  const { timeout, ...options } = { ...connectionBounds, ...bounds };
  const server = createServer(
    options,
    oneAtATime((req, res) => {
      if (retiring) endConnection(res);
      inProgress.add(res);
      res.once('close', () => inProgress.delete(res));
      listener(req, res);
    }),
  );
  server.timeout = timeout;
  server.on('clientError', refuseUnreadable);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    retire,
    async close(graceMs = 5000) {
      retire();
      await closeWithin(server, graceMs);
    },
  };

  function retire(): void {
    retiring = true;
    inProgress.forEach(endConnection);
  }
}

/** How many requests on one connection may wait for the responses to earlier ones. */
export const maxPipelined = 64;

/**
 * Handles the requests on a connection one at a time. Node emits all requests of one read at once and buffers their
 * responses, so a single connection could take any amount of memory. A connection that pipelines too many requests is
 * closed.
 */
function oneAtATime(listener: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();

  return (req, res) => {
    const { socket } = req;
    const handle = () => {
      res.once('close', handleNext);
      listener(req, res);
    };
    const handleNext = () => {
      const next = queues.get(socket)?.shift();
      if (next && !socket.destroyed) next();
      else queues.delete(socket);
    };
    const waiting = queues.get(socket);
    if (socket.destroyed) return;
    if (!waiting) {
      queues.set(socket, []);
      handle();
    } else if (waiting.length < maxPipelined) waiting.push(handle);
    else socket.destroy();
  };
}

/**
 * Asks the client to close its connection after this response. A kept-alive connection would delay the shutdown until
 * it is cut, perhaps in the middle of its next request.
 */
function endConnection(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}

async function closeWithin(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
}

/**
 * Responds 400 to input that never becomes a complete request: bytes that aren't HTTP, headers that are too large, or
 * headers or a body that arrive too slowly.
 */
function refuseUnreadable(error: Error, socket: Socket): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) return void socket.destroy();
  const issue = { path: '', code: 'unreadable', message: 'The request could not be read.' };
  const body = renderError(invalidRequest([issue]));
  const head = ['HTTP/1.1 400 Bad Request', 'Connection: close', 'Content-Type: application/json'];
  socket.end(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`);
  // Otherwise a client that keeps sending would keep taking up memory.
  setTimeout(() => socket.destroy(), 1000).unref();
}
