export {
  type Claim,
  claimRequest,
  hashOfKey,
  releaseClaim,
  type StoredResponse,
  storeResponse,
} from './idempotency.ts';
export { acquireSlot, acquireToken, clearUnlessFull, releaseSlot, secondsUntilFree } from './rate-limits.ts';
