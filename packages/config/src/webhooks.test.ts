import { expect, test } from 'vitest';
import { readConfig } from './read.ts';
import { webhooks } from './webhooks.ts';

test('the usual waits are those of the interface: 1, 5, 30 and 120 minutes', () => {
  expect(readConfig({}, webhooks)).toEqual({
    webhookRetryDelaysMs: [60_000, 300_000, 1_800_000, 7_200_000],
    webhookTestAllow: [],
    webhookDeny: [],
  });
  expect(readConfig({ WEBHOOK_RETRY_DELAYS: '10ms, 1s' }, webhooks).webhookRetryDelaysMs).toEqual([10, 1000]);
});

test('what tests may reach is named by networks, and by nothing in production', () => {
  const env = { WEBHOOK_TEST_ALLOW: '127.0.0.0/8, fd00::/8' };
  expect(readConfig(env, webhooks).webhookTestAllow).toEqual(['127.0.0.0/8', 'fd00::/8']);
  expect(() => readConfig({ ...env, NODE_ENV: 'production' }, webhooks)).toThrow(
    'WEBHOOK_TEST_ALLOW must not be set where NODE_ENV is production',
  );
  expect(readConfig({ NODE_ENV: 'production', WEBHOOK_TEST_ALLOW: '' }, webhooks).webhookTestAllow).toEqual([]);
});

test('addresses of the deployment itself are named by networks, in production too', () => {
  const env = { NODE_ENV: 'production', WEBHOOK_DENY: '203.0.113.0/28,2001:db8:1::/48' };
  expect(readConfig(env, webhooks).webhookDeny).toEqual(['203.0.113.0/28', '2001:db8:1::/48']);
});

test.each([
  '127.0.0.1',
  '127.0.0.0/33',
  'fd00::/129',
  'localhost/8',
  '127.0.0.0/8/8',
  '127.0.0.0/',
  '/8',
  '127.1/8',
  ',',
])('WEBHOOK_TEST_ALLOW is not %j', (text) => {
  expect(() => readConfig({ WEBHOOK_TEST_ALLOW: text }, webhooks)).toThrow('WEBHOOK_TEST_ALLOW must be');
  expect(() => readConfig({ WEBHOOK_DENY: text }, webhooks)).toThrow('WEBHOOK_DENY must be');
});
