import { ApiError } from '@evict/contract';
import { QuotaExceededError, type StorageQuota } from '@evict/store/bytes';
import type { Scope } from '@evict/store/cases';

/** Runs a store operation. Throws 413 `payload_too_large` if it exceeds the organization's quota. */
export async function orTooLarge<T>({ mode }: Scope, quota: StorageQuota, storing: Promise<T>): Promise<T> {
  try {
    return await storing;
  } catch (error) {
    if (!(error instanceof QuotaExceededError)) throw error;
    const most = `${Math.floor(quota[mode] / 1024 ** 2)} MB`;
    const message = `The organization has used up its storage quota of ${most} in ${mode} mode.`;
    throw new ApiError('payload_too_large', { message, cause: error });
  }
}
