import { Stripe } from 'stripe';
import type { PaymentFailureClass } from './provider.ts';

const { errors } = Stripe;

export function failureClass(error: unknown): PaymentFailureClass {
  if (!(error instanceof errors.StripeError)) return 'unexpected';
  if (error instanceof errors.StripeConnectionError) return 'unreachable';
  if (error instanceof errors.StripeRateLimitError) return 'rate_limited';
  if (error instanceof errors.StripeAuthenticationError) return 'authentication';
  if (error instanceof errors.StripePermissionError) return 'authentication';
  const { statusCode = 0 } = error;
  // 409 means that another request with the same idempotency key is in progress.
  if (statusCode === 409) return 'in_progress';
  if (statusCode >= 500 || error instanceof errors.StripeAPIError) return 'unavailable';
  return statusCode >= 400 ? 'refused' : 'unexpected';
}

/** Whether this is the stored failure of an earlier request with the same idempotency key. */
export function isReplayedError(error: unknown): boolean {
  if (!(error instanceof errors.StripeError)) return false;
  return (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true';
}
