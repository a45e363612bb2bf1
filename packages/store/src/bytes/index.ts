export { type BlobSource, type BlobStore, sha256Hex, sha256Of, toSource } from './blob-store.ts';
export { deleteErasedCaseBytes } from './erased-case-bytes.ts';
export { type BlobStoreSettings, moveToBucket, openBlobStore } from './open-blob-store.ts';
export { sweepOrphanedBytes, unfinishedBlobs } from './orphaned-bytes.ts';
export { createPostgresBlobStore } from './postgres-blob-store.ts';
export { QuotaExceededError, type StorageQuota } from './storage-quota.ts';
