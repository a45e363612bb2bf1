import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { isPublicAddress } from './addresses.ts';
import { checkConnection, checkedOptions } from './connect.ts';
import type { Guard } from './guard.ts';

/** The part of `fetch` that requests to identity providers need. */
export type GuardedFetch = (
  url: string,
  options: { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal },
) => Promise<Response>;

/**
 * Creates a `fetch` for URLs that customers choose, with the same protection as webhooks: only https, only addresses
 * that the guard currently allows, no redirects, and limits on time and size.
 */
export function createGuardedFetch({ guard, ca }: { guard: Guard; ca?: string }): GuardedFetch {
  return async (url, { method, headers, body, signal }) => {
    const within = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])]);
    const addresses = await guard.addressesOf(url, within);
    // The agent checks addresses too, so those allowed for tests have to be listed.
    const allowIPAddressList = addresses.filter((address) => !isPublicAddress(address));
    const agent = new RequestFilteringHttpsAgent({ allowIPAddressList });
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const options = { ...checkedOptions(addresses), ...(ca !== undefined && { ca }) };
        const call = request(url, { ...options, agent, method, headers, signal: within });
        call.once('socket', (socket) => checkConnection(socket, guard)).once('response', resolve);
        call.on('error', reject).once('close', () => reject(new Error('closed without a response')));
        call.end(body instanceof URLSearchParams ? body.toString() : body);
      });
      const bytes = await bounded(response);
      const status = response.statusCode ?? 0;
      const type = response.headers['content-type'];
      return new Response([204, 205, 304].includes(status) ? null : bytes, {
        status,
        ...(type !== undefined && { headers: { 'content-type': type } }),
      });
    } finally {
      agent.destroy();
    }
  };
}

async function bounded(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const deadlineMs = 8000;
const maxBytes = 512 * 1024;
