export * from './idempotency.ts';
export { acquireSlot, acquireToken, releaseSlot, secondsUntilFree } from './rate-limits.ts';
