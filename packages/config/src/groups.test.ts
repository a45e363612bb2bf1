import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mail } from './mail.ts';
import { payments } from './payments.ts';
import { type Environment, readConfig } from './read.ts';
import { blobs, shared, storageQuota, uploads } from './shared.ts';
import { temporalTls } from './temporal-tls.ts';
import { webhooks } from './webhooks.ts';

const ofMail = {
  SMTP_URL: 'smtp://user:hunter2@mail.example.com:587',
  MAIL_FROM: 'Eviction Case Service <service@example.com>',
  OPS_EMAIL: 'operators@example.com',
  WEBSITE_ORIGIN: 'https://www.example.com',
};
const folder = mkdtempSync(join(tmpdir(), 'temporal-tls-'));
const pem = join(folder, 'ca.pem');
const der = join(folder, 'ca.der');
const certificate = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';
writeFileSync(pem, certificate);
writeFileSync(der, Buffer.of(0x30, 0x82));

const groups = { ...blobs, ...mail, ...payments, ...storageQuota, ...temporalTls, ...uploads, ...webhooks };
const read = (env: Environment) => readConfig({ ...ofMail, ...env }, groups);

test('unset variables have their default values', () => {
  expect(read({})).toEqual({
    blobStore: 'postgres',
    s3Endpoint: '',
    s3Bucket: '',
    s3Region: 'us-east-1',
    smtpUrl: ofMail.SMTP_URL,
    smtpTls: 'required',
    from: ofMail.MAIL_FROM,
    operatorsAddress: ofMail.OPS_EMAIL,
    websiteOrigin: ofMail.WEBSITE_ORIGIN,
    retryDelaysMs: [60_000, 300_000, 1_800_000, 7_200_000],
    stripeSecretKey: '',
    stripeApiBase: 'https://api.stripe.com',
    storageQuotaTest: 500 * 1024 ** 2,
    storageQuotaLive: 20 * 1024 ** 3,
    clamdSocket: '',
    temporalTls: null,
    temporalTlsCa: null,
    temporalTlsCert: null,
    temporalTlsKey: null,
    temporalTlsServerName: '',
    temporalApiKey: '',
    webhookRetryDelaysMs: [60_000, 300_000, 1_800_000, 7_200_000],
    webhookTestAllow: [],
    webhookDeny: [],
  });
});

test.each(Object.keys(ofMail))('the configuration is refused without %s', (variable) => {
  expect(() => read({ [variable]: '' })).toThrow(`${variable} must be`);
});

test.each([
  ['SMTP_TLS', 'off', { smtpTls: 'off' }],
  ['MAIL_RETRY_DELAYS', '10ms, 1s', { retryDelaysMs: [10, 1000] }],
  ['WEBHOOK_RETRY_DELAYS', '10ms, 1s', { webhookRetryDelaysMs: [10, 1000] }],
  ['WEBHOOK_TEST_ALLOW', '127.0.0.0/8, fd00::/8', { webhookTestAllow: ['127.0.0.0/8', 'fd00::/8'] }],
  ['WEBHOOK_DENY', '203.0.113.0/28,2001:db8:1::/48', { webhookDeny: ['203.0.113.0/28', '2001:db8:1::/48'] }],
  ['STRIPE_API_BASE', 'http://127.0.0.1:12111', { stripeApiBase: 'http://127.0.0.1:12111' }],
  ['STRIPE_API_BASE', 'http://stripe.test:12111/', { stripeApiBase: 'http://stripe.test:12111' }],
  ['WEBSITE_ORIGIN', 'http://localhost:8080', { websiteOrigin: 'http://localhost:8080' }],
  ['WEBSITE_ORIGIN', 'http://127.0.0.1:8080', { websiteOrigin: 'http://127.0.0.1:8080' }],
  ['WEBSITE_ORIGIN', 'http://[::1]:8080', { websiteOrigin: 'http://[::1]:8080' }],
  ['STORAGE_QUOTA_TEST', '1GB', { storageQuotaTest: 1024 ** 3 }],
  ['CLAMD_SOCKET', '/run/clamav/clamd.ctl', { clamdSocket: '/run/clamav/clamd.ctl' }],
  ['CLAMD_SOCKET', 'clamd:3310', { clamdSocket: 'clamd:3310' }],
  ['TEMPORAL_TLS', 'on', { temporalTls: true }],
  ['TEMPORAL_TLS', 'off', { temporalTls: false }],
  ['TEMPORAL_TLS_CA', pem, { temporalTlsCa: Buffer.from(certificate) }],
  ['TEMPORAL_API_KEY', 'eyJhbGciOi.J9-_x', { temporalApiKey: 'eyJhbGciOi.J9-_x' }],
])('%s can be %j', (variable, value, expected) => {
  expect(read({ [variable]: value })).toMatchObject(expected);
});

const noNetworks = ['127.0.0.1', '127.0.0.0/33', 'fd00::/129', 'localhost/8', '127.0.0.0/8/8', '127.0.0.0/', '/8'];
const noPem = [join(folder, 'missing.pem'), folder, der];
const wrong: Readonly<Record<string, readonly string[]>> = {
  BLOB_STORE: ['S3', 'disk'],
  S3_ENDPOINT: ['s3.example.com', 'ftp://s3.example.com'],
  SMTP_TLS: ['on', 'OFF', 'optional'],
  SMTP_URL: ['http://mail.example.com', 'mail.example.com:25'],
  MAIL_FROM: ['Eviction Case Service', 'Service <service@example.com', 'a@b.co\nBcc: c@d.co'],
  OPS_EMAIL: ['a@b.co, c@d.co'],
  WEBSITE_ORIGIN: [
    'https://www.example.com/',
    'https://WWW.example.com',
    'www.example.com',
    '*',
    'http://www.example.com',
    'http://192.168.1.5:8080',
    'http://localhost.example.com',
  ],
  MAIL_RETRY_DELAYS: ['1m,soon'],
  STRIPE_SECRET_KEY: ['pk_test_publishable', 'sk_test_with a space'],
  STRIPE_API_BASE: [
    'api.stripe.com',
    'https://api.stripe.com/v1',
    'https://user:password@api.stripe.com',
    'ftp://api.stripe.com',
  ],
  STORAGE_QUOTA_TEST: ['500', '500 MB', '0.5GB', '-1MB', '1TB', 'MB', '1000000000MB'],
  CLAMD_SOCKET: ['clamd', 'tcp://clamd:3310', ':3310', 'clamd:'],
  TEMPORAL_TLS: ['yes'],
  TEMPORAL_TLS_CA: noPem,
  TEMPORAL_TLS_CERT: noPem,
  TEMPORAL_TLS_KEY: noPem,
  WEBHOOK_TEST_ALLOW: [...noNetworks, '127.1/8', ','],
  WEBHOOK_DENY: [...noNetworks, '127.1/8', ','],
};

describe.each(Object.entries(wrong))('%s', (variable, values) => {
  test.each(values)("can't be %j", (value) => {
    expect(() => read({ [variable]: value })).toThrow(`${variable} must be`);
  });
});

test('in production, WEBHOOK_TEST_ALLOW must not be set, but WEBHOOK_DENY can be', () => {
  const production = { NODE_ENV: 'production' };
  expect(() => read({ ...production, WEBHOOK_TEST_ALLOW: '127.0.0.0/8' })).toThrow(
    'WEBHOOK_TEST_ALLOW must not be set if NODE_ENV is production',
  );
  expect(read({ ...production, WEBHOOK_TEST_ALLOW: '' }).webhookTestAllow).toEqual([]);
  expect(read({ ...production, WEBHOOK_DENY: '203.0.113.0/28' }).webhookDeny).toEqual(['203.0.113.0/28']);
});

test('in production, a database URL must have an sslmode unless the server is on the same machine', () => {
  const settings = { url: shared.databaseUrl };
  const readUrl = (url: string) => readConfig({ NODE_ENV: 'production', DATABASE_URL: url }, settings).url;
  for (const url of ['postgresql://ops:x@127.0.0.1/a', 'postgresql://ops:x@db/a?sslmode=verify-full'])
    expect(readUrl(url)).toBe(url);
  expect(() => readUrl('postgresql://ops:x@db/a')).toThrow('DATABASE_URL must be a URL with sslmode=verify-full');
});

test.each([
  ['SMTP_URL', 'imap://user:hunter2@mail.example.com'],
  ['STRIPE_SECRET_KEY', 'pk_live_hunter2'],
  ['TEMPORAL_API_KEY', 'hunter2\n'],
])("the error for an invalid %s doesn't repeat its secret", (variable, value) => {
  expect(() => read({ [variable]: value })).toThrow(variable);
  expect(() => read({ [variable]: value })).not.toThrow('hunter2');
});
