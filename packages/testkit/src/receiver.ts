import { createServer } from 'node:https';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAuthority, issueCertificate } from '@evict/local';
import { vi } from 'vitest';

/** A request as it arrived. */
interface ReceivedWebhook {
  /** Epoch milliseconds. */
  at: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The body. */
  raw: string;
}

/** How a receiver responds to a message; the first message has the number 1. */
type ReceiverHandler = (response: ServerResponse, request: IncomingMessage, number: number) => void;

export type TestReceiver = Awaited<ReturnType<typeof startReceiver>>;

/** A test authority, and receivers with certificates of it. */
export async function createReceivers() {
  const authority = await createAuthority();
  const certificate = await issueCertificate(authority, '127.0.0.1');
  return {
    ca: authority.cert,
    start: (tls: { cert: string; key: string } = certificate) => startReceiver(tls),
    /** A certificate of an authority that nobody trusts. */
    untrusted: async () => issueCertificate(await createAuthority(), '127.0.0.1'),
    /** A trusted certificate of another host. */
    certificateOf: (host: string) => issueCertificate(authority, host),
  };
}

async function startReceiver(tls: { cert: string; key: string }) {
  const received: ReceivedWebhook[] = [];
  let answer: ReceiverHandler = (response) => response.writeHead(200).end();
  const server = createServer(tls, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const raw = Buffer.concat(chunks).toString('utf8');
      received.push({ at: Date.now(), method, path, headers, raw });
      answer(response, request, received.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** https, on this machine. */
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** In the order of arrival. */
    received,
    /** Resolves to what was received once there is at least so much. */
    waitFor: (count: number) =>
      vi.waitUntil(() => received.length >= count && received, { timeout: 120_000, interval: 20 }),
    /** Changes the response from now on; 200 at first. */
    respondWith: (changed: ReceiverHandler) => void (answer = changed),
    /** Stops listening and cuts open connections. */
    async stop(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
