/** Who takes payments and gives them back. Every method throws PaymentFailure alone, and is safe to repeat. */
export interface PaymentProvider {
  /** Opens a hosted page; the same request again gives the same page. */
  openCheckout(request: CheckoutRequest): Promise<OpenedCheckout>;
  readCheckout(checkoutId: string): Promise<CheckoutState>;
  /** Nobody can pay there from then on; one that was paid before, or has expired, is told as it is. */
  closeCheckout(checkoutId: string): Promise<CheckoutState>;
  /** Gives a payment back whole. `pending`: the provider is at it; ask again. */
  refund(payment: Payment): Promise<'refunded' | 'pending'>;
}

interface CheckoutRequest {
  chargeId: string;
  /** How many checkouts the charge has had. */
  number: number;
  amountCents: number;
  currency: string;
  description: string;
  /** The page to which the customer returns, without a query. */
  returnTo: string;
}

interface OpenedCheckout {
  id: string;
  url: string;
  expiresAt: Date;
}

/**
 * `open`: it can be paid, or is being paid; `expired`: nobody has paid there, nor can. Charge and amount are what the provider
 * itself has of the payment.
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

/** Of these another try may go better: the provider is away, or in the middle of the same request. */
const temporary = ['unreachable', 'unavailable', 'rate_limited', 'in_progress'] as const;
/** `mismatch`: what was paid is not what is due. */
const lasting = ['refused', 'authentication', 'mismatch', 'refund_failed', 'unexpected'] as const;

export type PaymentFailureClass = (typeof temporary)[number] | (typeof lasting)[number];

/** What went wrong with a payment, by its class alone: what providers say can hold more than a log may. */
export class PaymentFailure extends Error {
  override readonly name = 'PaymentFailure';
  /** For the log. */
  readonly code: PaymentFailureClass;

  constructor(code: PaymentFailureClass) {
    super(code);
    this.code = code;
  }

  get isTemporary(): boolean {
    return temporary.some((code) => code === this.code);
  }
}
