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
  ['text', signed()],
  ['bytes', { ...signed(), body: Buffer.from(body) }],
  ['Headers', { ...signed(), headers: new Headers(signed().headers) }],
  [
    'headers of Node',
    { ...signed(), headers: { 'x-service-timestamp': `${seconds}`, 'x-service-signature': [ofNow] } },
  ],
  ['one of several secrets', { ...signed(), secret: ['whsec_new', secret] }],
  ['one of several signatures', signed({ signature: `${'0'.repeat(64)}, ${ofNow}` })],
  [
    'the previous secret, while it is rotated',
    { ...signed(), headers: { ...signed({ key: 'whsec_new' }).headers, 'X-Service-Signature-Previous': ofNow } },
  ],
  ['five minutes ago', signed({ at: seconds - 300 })],
  ['five minutes ahead', signed({ at: seconds + 300 })],
])('accepted: %s', async (_, request) => {
  expect(await verifyWebhook(request)).toEqual(JSON.parse(body));
});

test.each<[string, WebhookRequest]>([
  ['another secret', signed({ key: 'whsec_of_another' })],
  ['the secret without its prefix', signed({ key: 'of_the_endpoint' })],
  ['a changed body', { ...signed(), body: body.replace('submit', 'Submit') }],
  ['a moved timestamp', signed({ timestamp: String(seconds + 1) })],
  ['too old', signed({ at: seconds - 301 })],
  ['too far ahead', signed({ at: seconds + 301 })],
  ['no timestamp', { ...signed(), headers: { 'X-Service-Signature': sign(secret, '', body) } }],
  ['a timestamp that is none', signed({ timestamp: '1e9', signature: sign(secret, '1e9', body) })],
  ['no signature', { ...signed(), headers: { 'X-Service-Timestamp': String(seconds) } }],
  ['half a signature', signed({ signature: 'ab'.repeat(16) })],
  ['capitals', signed({ signature: ofNow.toUpperCase() })],
  ['no secret at all', { ...signed(), secret: [] }],
])('refused: %s', async (_, request) => {
  await expect(verifyWebhook(request)).rejects.toThrow(WebhookVerificationError);
});

test('an empty secret is reported as a mistake of the program, not of the sender', async () => {
  await expect(verifyWebhook({ ...signed({ key: '' }), secret: '' })).rejects.toThrow(TypeError);
});
