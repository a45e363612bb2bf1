import { type IncomingMessage, request } from 'node:http';
import { expect } from 'vitest';

/**
 * Starts a JSON request whose body stays incomplete until `finish` is called, which resolves to the status. By then,
 * the request has taken so long that the gateway checks its credential again.
 */
export function slowly(
  url: string,
  { method, path, credential, body }: { method: string; path: string; credential: string; body: string },
): { finish: () => Promise<number | undefined> } {
  const headers = {
    authorization: `Bearer ${credential}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const begun = performance.now();
  const sent = request(url + path, { method, headers });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  sent.write(body.slice(0, 1));
  return {
    async finish() {
      await expect.poll(() => performance.now() - begun).toBeGreaterThan(2000);
      sent.end(body.slice(1));
      return status;
    },
  };
}
