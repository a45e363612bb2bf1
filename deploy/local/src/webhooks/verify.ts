import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tolerance between the clocks of sender and receiver. */
const toleranceSeconds = 300;

/** Whether a message was signed recently with the secret, over these bytes. */
export function isAuthentic(
  secret: string,
  { timestamp, signature, body }: { timestamp: string; signature: string; body: Buffer },
): boolean {
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds;
}
