export { Limiter, LimiterError, type Permit } from './limiter.ts';
export { createTokenBuckets, type TokenRate } from './token-buckets.ts';
