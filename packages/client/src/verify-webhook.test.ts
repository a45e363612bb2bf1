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

type Signed = Omit<WebhookRequest, 'headers'> & { headers: Record<string, string> };

function signed({ at = seconds, key = secret, text = body } = {}): Signed {
  const headers = { 'X-Service-Timestamp': String(at), 'X-Service-Signature': sign(key, String(at), text) };
  return { body: text, headers, secret, now };
}

test.each<[string, WebhookRequest]>([
  ['text', signed()],
  ['bytes', { ...signed(), body: Buffer.from(body) }],
  ['Headers', { ...signed(), headers: new Headers(signed().headers) }],
  [
    'headers of Node',
    {
      ...signed(),
      headers: { 'x-service-timestamp': `${seconds}`, 'x-service-signature': [sign(secret, `${seconds}`, body)] },
    },
  ],
  ['one of several secrets', { ...signed(), secret: ['whsec_new', secret] }],
  [
    'one of several signatures',
    {
      ...signed(),
      headers: { ...signed().headers, 'X-Service-Signature': `${'0'.repeat(64)}, ${sign(secret, `${seconds}`, body)}` },
    },
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
  ['a moved timestamp', { ...signed(), headers: { ...signed().headers, 'X-Service-Timestamp': String(seconds + 1) } }],
  ['too old', signed({ at: seconds - 301 })],
  ['too far ahead', signed({ at: seconds + 301 })],
  ['no timestamp', { ...signed(), headers: { 'X-Service-Signature': sign(secret, '', body) } }],
  [
    'a timestamp that is none',
    { ...signed(), headers: { 'X-Service-Timestamp': '1e9', 'X-Service-Signature': sign(secret, '1e9', body) } },
  ],
  ['no signature', { ...signed(), headers: { 'X-Service-Timestamp': String(seconds) } }],
  ['half a signature', { ...signed(), headers: { ...signed().headers, 'X-Service-Signature': 'ab'.repeat(16) } }],
  [
    'capitals',
    {
      ...signed(),
      headers: { ...signed().headers, 'X-Service-Signature': sign(secret, `${seconds}`, body).toUpperCase() },
    },
  ],
  ['no secret at all', { ...signed(), secret: [] }],
])('refused: %s', async (_, request) => {
  await expect(verifyWebhook(request)).rejects.toThrow(WebhookVerificationError);
});

test('an empty secret is a mistake of the program, not of the sender', async () => {
  await expect(verifyWebhook({ ...signed({ key: '' }), secret: '' })).rejects.toThrow(TypeError);
});
