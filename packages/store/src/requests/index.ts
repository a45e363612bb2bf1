export * from './idempotency.ts';
export { acquireSlot, acquireToken, clearUnlessFull, releaseSlot, secondsUntilFree } from './rate-limits.ts';
