import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook, type WebhookRequest, WebhookVerificationError } from './index.ts';

const secret = 'whsec_of_the_endpoint';
const now = 1_780_000_000_000;
const seconds = now / 1000;
const body = '{"id":"evt_1","type":"case.submit","caseId":"case_1","state":"notice_review","createdAt":"é"}';

function sign(key: string, timestamp: string, text: string): string {
  return createHmac('sha256', key).update(`${timestamp}.${text}`).digest('hex');
}

/** Creates a signed message. `timestamp` and `signature` replace its headers. */
function signed({ at = seconds, key = secret, timestamp = String(at), signature = sign(key, String(at), body) } = {}) {
  return { body, headers: { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature }, secret, now };
}
const ofNow = sign(secret, String(seconds), body);

test.each<[string, WebhookRequest]>([
  ['a string as its body', signed()],
  ['bytes as its body', { ...signed(), body: Buffer.from(body) }],
  ['a Headers object', { ...signed(), headers: new Headers(signed().headers) }],
  ["Node's headers", { ...signed(), headers: { 'x-service-timestamp': `${seconds}`, 'x-service-signature': [ofNow] } }],
  ['one of several secrets', { ...signed(), secret: ['whsec_new', secret] }],
  ['one of several signatures', signed({ signature: `${'0'.repeat(64)}, ${ofNow}` })],
  [
    'a signature made with the previous secret',
    { ...signed(), headers: { ...signed({ key: 'whsec_new' }).headers, 'X-Service-Signature-Previous': ofNow } },
  ],
  ['a timestamp five minutes ago', signed({ at: seconds - 300 })],
  ['a timestamp five minutes ahead', signed({ at: seconds + 300 })],
])('a webhook is accepted with %s', async (_, request) => {
  expect(await verifyWebhook(request)).toEqual(JSON.parse(body));
});

test.each<[string, WebhookRequest]>([
  ['a signature made with another secret', signed({ key: 'whsec_of_another' })],
  ['a signature made with the secret without its prefix', signed({ key: 'of_the_endpoint' })],
  ['a changed body', { ...signed(), body: body.replace('submit', 'Submit') }],
  ['a changed timestamp', signed({ timestamp: String(seconds + 1) })],
  ['a timestamp that is too old', signed({ at: seconds - 301 })],
  ['a timestamp too far in the future', signed({ at: seconds + 301 })],
  ['no timestamp', { ...signed(), headers: { 'X-Service-Signature': sign(secret, '', body) } }],
  ['an invalid timestamp', signed({ timestamp: '1e9', signature: sign(secret, '1e9', body) })],
  ['no signature', { ...signed(), headers: { 'X-Service-Timestamp': String(seconds) } }],
  ['half a signature', signed({ signature: 'ab'.repeat(16) })],
  ['a signature in capitals', signed({ signature: ofNow.toUpperCase() })],
  ['no secret to check it', { ...signed(), secret: [] }],
])('a webhook is refused with %s', async (_, request) => {
  await expect(verifyWebhook(request)).rejects.toThrow(WebhookVerificationError);
});

test("an empty secret throws a TypeError, because it is the receiver's mistake", async () => {
  await expect(verifyWebhook({ ...signed({ key: '' }), secret: '' })).rejects.toThrow(TypeError);
});
