import { createHmac } from 'node:crypto';

/**
 * Returns the headers by which a receiver verifies a delivery: a timestamp, and an HMAC-SHA256 of the timestamp and the
 * body. A previous secret, which is still valid for some time after a rotation, adds a second signature.
 */
export function signedHeaders(
  { secret, previousSecret, body }: { secret: string; previousSecret?: string | null; body: string },
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = (key: string) => createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  return {
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': signature(secret),
    ...(previousSecret && { 'X-Service-Signature-Previous': signature(previousSecret) }),
  };
}
