import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { KeyAndCertificate } from '../certificates.ts';

/** A message as it arrived. */
export interface Message {
  timestamp: string;
  signature: string;
  body: Buffer;
}

export interface Listener {
  url: string;
  close: () => void;
}

/** Listens on a free loopback port. Returns 204 for an accepted message, 401 for any other. */
export async function startListener(
  certificate: KeyAndCertificate,
  take: (message: Message) => boolean,
): Promise<Listener> {
  const server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { 'x-service-timestamp': timestamp, 'x-service-signature': signature } = request.headers;
      const message = { timestamp: String(timestamp), signature: String(signature), body: Buffer.concat(chunks) };
      response.writeHead(take(message) ? 204 : 401).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
