import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { invalidRequest } from '@evict/contract';
import { renderError } from './render.ts';

export interface Listening {
  port: number;
  /** Goes on answering, and ends each connection with its next answer: for the time until callers go elsewhere. */
  retire(): void;
  /** Takes no new request, lets those under way finish for up to `graceMs`, then cuts off what is left. */
  close(graceMs?: number): Promise<void>;
}

/** Listens with bounds on what a slow or hostile caller can hold open. Port 0 takes any free one. */
export async function listen(
  listener: RequestListener,
  { port, host }: { port: number; host: string },
): Promise<Listening> {
  let retiring = false;
  const underWay = new Set<ServerResponse>();
  const server = createServer(
    { maxHeaderSize: 16 * 1024, headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 65_000 },
    oneAtATime((req, res) => {
      if (retiring) endConnection(res);
      underWay.add(res);
      res.once('close', () => underWay.delete(res));
      listener(req, res);
    }),
  );
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
    underWay.forEach(endConnection);
  }
}

/** Requests of one connection that may wait for the response to the one before them. */
export const maxPipelined = 64;

/**
 * Handles the requests of one connection one after the other. Node emits all that are in one read, hundreds of them, and
 * buffers the responses: a single connection would be as large as its sender likes. One that sends more at once than may
 * wait is closed.
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

/** A connection that is kept would hold up the closing until it is cut off, perhaps in the middle of its next request. */
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

/** What is not HTTP, or has too large a head, or came too slowly, never becomes a request. */
function refuseUnreadable(error: Error, socket: Socket): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) return void socket.destroy();
  const issue = { path: '', code: 'unreadable', message: 'The request could not be read.' };
  const body = renderError(invalidRequest([issue]));
  const head = ['HTTP/1.1 400 Bad Request', 'Connection: close', 'Content-Type: application/json'];
  socket.end(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`);
}
