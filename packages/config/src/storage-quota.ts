import { byteSize } from './settings.ts';

/** Storage quota of an organization in each mode, in bytes. */
export const storageQuota = {
  storageQuotaTest: byteSize('STORAGE_QUOTA_TEST', '500MB'),
  storageQuotaLive: byteSize('STORAGE_QUOTA_LIVE', '20GB'),
};
