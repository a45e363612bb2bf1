import { byteSize } from './settings.ts';

/** What an organization may store in each mode, in bytes. The defaults are those of the documentation. */
export const storageQuota = {
  storageQuotaTest: byteSize('STORAGE_QUOTA_TEST', '500MB'),
  storageQuotaLive: byteSize('STORAGE_QUOTA_LIVE', '20GB'),
};
