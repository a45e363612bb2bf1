import type { WebhookMessage } from './generated/schemas.ts';

export interface WebhookRequest {
  /** The body exactly as it came, before any parsing. */
  readonly body: string | Uint8Array;
  /** The headers of the request. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The signing secret of the endpoint, `whsec_...`; several while one is replaced by another. */
  readonly secret: string | readonly string[];
  /** How far the timestamp may be from the clock, 300 by default. */
  readonly toleranceSeconds?: number;
  /** The clock, in milliseconds since the Unix epoch; for tests. */
  readonly now?: number;
}

/** The request was not signed with the secret, or not recently. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** More than one message is signed with. */
const maxSignatures = 8;

/**
 * The message of a webhook that was signed with the secret and is recent. Compares in constant time. Throws
 * WebhookVerificationError for anything else: respond 400 and do nothing.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookMessage> {
  const { secret, toleranceSeconds = 300, now = Date.now() } = request;
  const timestamp = headerOf(request.headers, 'x-service-timestamp');
  if (!/^\d{1,12}$/u.test(timestamp)) throw new WebhookVerificationError('X-Service-Timestamp is missing or invalid.');
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookVerificationError('X-Service-Timestamp is too far from the clock.');
  }
  const signatures = headerOf(request.headers, 'x-service-signature')
    .split(/[\s,]+/u)
    .slice(0, maxSignatures);
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  const message = joined(new TextEncoder().encode(`${timestamp}.`), body);
  const secrets = [secret].flat();
  for (const one of secrets) {
    if (one === '') throw new TypeError('secret must not be empty');
    if (await isSigned(one, signatures, message)) return JSON.parse(new TextDecoder().decode(body)) as WebhookMessage;
  }
  throw new WebhookVerificationError('X-Service-Signature is not that of the secret.');
}

async function isSigned(
  secret: string,
  signatures: readonly string[],
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify']);
  for (const signature of signatures) {
    const bytes = bytesOf(signature);
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, message))) return true;
  }
  return false;
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

/** The bytes of 64 lower-case hexadecimal digits; null for anything else. */
function bytesOf(signature: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]{64}$/u.test(signature)) return null;
  return Uint8Array.from(signature.match(/../gu) ?? [], (digits) => Number.parseInt(digits, 16));
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  if (isHeaders(headers)) return headers.get(name) ?? '';
  const [, value = ''] = Object.entries(headers).find(([one]) => one.toLowerCase() === name) ?? [];
  return [value].flat().join(',');
}

/** Also those of another implementation than the global one. */
function isHeaders(headers: WebhookRequest['headers']): headers is Headers {
  return typeof (headers as Headers).get === 'function';
}
