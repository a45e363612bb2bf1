import { expect, test } from 'vitest';
import { readConfig } from './read.ts';
import { storageQuota } from './storage-quota.ts';

test('the usual quotas are 500 MB in test mode and 20 GB in live mode', () => {
  expect(readConfig({}, storageQuota)).toEqual({ storageQuotaTest: 500 * 1024 ** 2, storageQuotaLive: 20 * 1024 ** 3 });
  expect(readConfig({ STORAGE_QUOTA_TEST: '1GB' }, storageQuota).storageQuotaTest).toBe(1024 ** 3);
});

test.each(['500', '500 MB', '0.5GB', '-1MB', '1TB', 'MB', '1000000000MB'])('STORAGE_QUOTA_TEST is not %j', (text) => {
  expect(() => readConfig({ STORAGE_QUOTA_TEST: text }, storageQuota)).toThrow('STORAGE_QUOTA_TEST must be');
});
