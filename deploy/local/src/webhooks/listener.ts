import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { WebhookRequest } from '@evict/client';
import type { KeyAndCertificate } from '../certificates.ts';

export interface Listener {
  url: string;
  close: () => void;
}

/** Listens on a free loopback port. Returns 204 for an accepted message, 401 for any other. */
export async function startListener(
  certificate: KeyAndCertificate,
  accepts: (message: Omit<WebhookRequest, 'secret'>) => Promise<boolean>,
): Promise<Listener> {
  const server = createServer(certificate, (request, response) => {
    void buffer(request)
      .then((body) => accepts({ headers: request.headers, body }))
      .then((isAccepted) => response.writeHead(isAccepted ? 204 : 401).end())
      .catch(() => response.destroy());
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
