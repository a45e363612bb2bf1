import { expect, test } from 'vitest';
import { signedHeaders } from './sign.ts';

const [body, now] = ['{"id":"evt_1"}', 1_760_000_000_999];
const ofTest = '66e880d7175fffb43ce10c4e14db1cfb230c8804b5aafb116affbc9a836c7690';

test('the signature is the HMAC-SHA256 of the timestamp in whole seconds, a dot and the body, and equals what openssl computes', () => {
  // printf '1760000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
  expect(signedHeaders({ secret: 'whsec_test', previousSecret: null, body }, now)).toEqual({
    'X-Service-Timestamp': '1760000000',
    'X-Service-Signature': ofTest,
  });
});

test('the previous secret signs the same content in a separate header', () => {
  const headers = signedHeaders({ secret: 'whsec_new', previousSecret: 'whsec_test', body }, now);
  expect(headers['X-Service-Signature-Previous']).toBe(ofTest);
  expect(headers['X-Service-Signature']).not.toBe(ofTest);
});
