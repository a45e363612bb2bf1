import type { WebhookMessage } from './generated/types.ts';

export interface WebhookRequest {
  /** The body exactly as received, before any parsing. */
  readonly body: string | Uint8Array;
  /** The headers as received. Their names may be in upper or lower case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The endpoint's signing secret, `whsec_...`. Pass several while one is being replaced. */
  readonly secret: string | readonly string[];
  /** How far the timestamp may be from the current time, in seconds. The default is 300. */
  readonly toleranceSeconds?: number;
  /** The current time, in milliseconds since the Unix epoch. For tests. */
  readonly now?: number;
}

/** Thrown when the request wasn't signed with the secret, or not recently. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** The maximum number of signatures to check. No message has this many. */
const maxSignatures = 8;

const encoder = new TextEncoder();

/**
 * Returns a webhook's message if it was signed with the secret and is recent. Signatures are compared in constant time.
 * Throws WebhookVerificationError otherwise. In that case, respond with 400 and do nothing.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookMessage> {
  const { headers, secret, toleranceSeconds = 300, now = Date.now() } = request;
  const body = typeof request.body === 'string' ? encoder.encode(request.body) : request.body;
  const timestamp = headerOf(headers, 'x-service-timestamp');
  if (!/^\d{1,12}$/u.test(timestamp)) throw new WebhookVerificationError('X-Service-Timestamp is missing or invalid.');
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookVerificationError('X-Service-Timestamp is too far from the current time.');
  }
  const message = Uint8Array.from([...encoder.encode(`${timestamp}.`), ...body]);
  const signatures = ['x-service-signature', 'x-service-signature-previous']
    .map((name) => headerOf(headers, name))
    .join(',')
    .split(/[\s,]+/u)
    .slice(0, maxSignatures)
    .filter((signature) => /^[0-9a-f]{64}$/u.test(signature))
    .map((signature) => Uint8Array.from(signature.match(/../gu) ?? [], (digits) => Number.parseInt(digits, 16)));
  for (const one of [secret].flat()) {
    if (one === '') throw new TypeError('secret must not be empty');
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', encoder.encode(one), algorithm, false, ['verify']);
    for (const signature of signatures) {
      const isSigned = await crypto.subtle.verify('HMAC', key, signature, message);
      if (isSigned) return JSON.parse(new TextDecoder().decode(body)) as WebhookMessage;
    }
  }
  throw new WebhookVerificationError('X-Service-Signature does not match the secret.');
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  // Don't use `instanceof`, because the headers may come from an implementation other than the global one.
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? '';
  const [, value = ''] = Object.entries(headers).find(([one]) => one.toLowerCase() === name) ?? [];
  return [value].flat().join(',');
}
