import { createServer } from 'node:https';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAuthority, issueCertificate } from '@evict/local';
import { vi } from 'vitest';

/** A request as it arrived at a receiver. */
interface ReceivedWebhook {
  /** The time of arrival, in epoch milliseconds. */
  at: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The unparsed body. */
  raw: string;
}

/** How a receiver responds to a message. Messages are numbered from 1. */
type ReceiverHandler = (response: ServerResponse, request: IncomingMessage, number: number) => void;

export type TestReceiver = Awaited<ReturnType<typeof startReceiver>>;

/**
 * Creates a certificate authority for tests. `start` starts a webhook receiver, by default with a certificate from it.
 */
export async function createReceivers() {
  const authority = await createAuthority();
  const certificate = await issueCertificate(authority, '127.0.0.1');
  return {
    ca: authority.cert,
    start: (tls: { cert: string; key: string } = certificate) => startReceiver(tls),
    /** Issues a certificate from an untrusted authority. */
    untrusted: async () => issueCertificate(await createAuthority(), '127.0.0.1'),
    /** Issues a trusted certificate for another host. */
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
    /** The receiver's https URL on this machine. */
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The received messages in order of arrival. */
    received,
    /** Waits until at least `count` messages have been received. Resolves to them. */
    waitFor: (count: number) =>
      vi.waitUntil(() => received.length >= count && received, { timeout: 120_000, interval: 20 }),
    /** Changes the response to later messages. The default is 200. */
    respondWith: (changed: ReceiverHandler) => void (answer = changed),
    /** Stops listening and closes open connections. */
    async stop(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
