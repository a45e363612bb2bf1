export {
  type Claim,
  claimRequest,
  hashOfKey,
  releaseClaim,
  renewClaims,
  type StoredResponse,
  storeResponse,
} from './idempotency.ts';
export { acquireSlot, acquireToken, clearUnlessFull, releaseSlot, secondsUntilFree } from './rate-limits.ts';
