import { createHmac } from 'node:crypto';

/**
 * The headers by which a receiver verifies a delivery: a timestamp, and an HMAC-SHA256 over it and the bytes of the
 * body.
 */
export function signedHeaders(secret: string, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature };
}
