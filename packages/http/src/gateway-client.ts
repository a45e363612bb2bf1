import { Agent, type IncomingMessage, request } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError, type Route } from '@evict/contract';

/** The address of a gateway, or how to connect to one in the same process for a client address. */
type GatewayAddress = string | ((clientAddress: string) => Duplex);
export type GatewayAddresses = Readonly<Record<Route['gateway'], GatewayAddress>>;

export interface GatewayRequest {
  gateway: Route['gateway'];
  method: string;
  /** With its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Whose request it is: limits and the audit of the gateway count it for this address. */
  clientAddress: string;
  body: Readable | null;
  signal: AbortSignal;
}

/** Commands respond within 8 s; a download pauses only while its reader does. */
const idleMs = 120_000;

/** Sends requests to the gateways, as those of a client. 503 `busy` where a gateway does not respond. */
export function createGatewayClient(gateways: Partial<GatewayAddresses>) {
  const agent = new Agent({ keepAlive: true });
  return {
    close: () => agent.destroy(),
    async send({ gateway, path, clientAddress, body, ...outgoing }: GatewayRequest): Promise<IncomingMessage> {
      const headers = { ...outgoing.headers, 'x-forwarded-for': clientAddress };
      const options = { method: outgoing.method, headers, signal: outgoing.signal, timeout: idleMs };
      const address = gateways[gateway];
      if (address === undefined) throw new ApiError('not_found');
      const out =
        typeof address === 'string'
          ? request(new URL(path, address), { ...options, agent })
          : request(new URL(path, 'http://gateways'), { ...options, createConnection: () => address(clientAddress) });
      out.once('timeout', () => out.destroy(new Error('the gateway does not respond')));
      const responded = new Promise<IncomingMessage>((resolve, reject) => {
        out.once('response', resolve).once('error', reject);
      });
      // A gateway may respond before it has read everything (413): what the pipe meets then is no failure.
      void pipeline(body ?? Readable.from([]), out).catch(() => undefined);
      return responded.catch((cause: unknown) => {
        throw new ApiError('busy', { retryAfterSeconds: 5, cause });
      });
    },
  };
}
