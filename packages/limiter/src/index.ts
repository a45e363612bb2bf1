export { createLimiter, type Limiter, LimiterError, type LimiterOptions, type Permit } from './limiter.ts';
export { createTokenBuckets, type TokenRate } from './token-buckets.ts';
