/** A payment provider. Every method throws only `PaymentFailure`, and can be repeated safely. */
export interface PaymentProvider {
  /** Opens a hosted page. The same request returns the same page. */
  openCheckout(request: CheckoutRequest): Promise<OpenedCheckout>;
  readCheckout(checkoutId: string): Promise<CheckoutState>;
  /** Closes the page. If it was paid or had expired before, returns that state. */
  closeCheckout(checkoutId: string): Promise<CheckoutState>;
  /** Refunds the whole payment. `pending` means that the provider hasn't finished; ask again. */
  refund(payment: Payment): Promise<'refunded' | 'pending'>;
}

interface CheckoutRequest {
  chargeId: string;
  /** The number of checkouts that the charge had before. */
  number: number;
  amountCents: number;
  currency: string;
  description: string;
  /** The URL to which the customer returns, without a query. */
  returnTo: string;
}

interface OpenedCheckout {
  id: string;
  url: string;
  expiresAt: Date;
}

/**
 * The state of a checkout. `open`: it can be paid, or a payment is in progress. `expired`: it wasn't paid and no longer
 * can be. The charge and the amount are those that the provider has recorded.
 */
export type CheckoutState =
  | { status: 'open' | 'expired' }
  | {
      status: 'paid';
      paymentId: string;
      chargeId: string | null;
      amountCents: number | null;
      currency: string | null;
    };

interface Payment {
  paymentId: string;
  amountCents: number;
}

/** Failures for which a retry may succeed: the provider is unavailable, or is still processing the same request. */
const temporary = ['unreachable', 'unavailable', 'rate_limited', 'in_progress'] as const;
/** Failures for which a retry can't succeed. `mismatch` means that the payment differs from what is due. */
const lasting = ['refused', 'authentication', 'mismatch', 'refund_failed', 'unexpected'] as const;

export type PaymentFailureClass = (typeof temporary)[number] | (typeof lasting)[number];

/**
 * A payment failure, reduced to its class, because the provider's messages may contain data that must not be logged.
 */
export class PaymentFailure extends Error {
  override readonly name = 'PaymentFailure';
  /** The class of the failure, for the log. */
  readonly code: PaymentFailureClass;

  constructor(code: PaymentFailureClass) {
    super(code);
    this.code = code;
  }

  get isTemporary(): boolean {
    return temporary.some((code) => code === this.code);
  }
}
