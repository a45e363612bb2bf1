import { Stripe } from 'stripe';
import { type CheckoutState, PaymentFailure, type PaymentProvider } from './provider.ts';
import { failureClass, isReplayedError } from './stripe-errors.ts';

export interface StripeSettings {
  /** An empty key turns online payment off. */
  stripeSecretKey: string;
  stripeApiBase: string;
}

/** The timeout of an attempt. Two attempts fit into the time limit of a request. */
const timeoutMs = 4000;
/** How many idempotency keys a failing request tries, because Stripe replays a key's failure for a day. */
const keysPerRequest = 3;

/**
 * Creates a payment provider that uses Stripe's hosted checkout. Payment methods are configured in Stripe's dashboard,
 * and a payment may take days. Stripe receives ids, the amount, its purpose and the URL to return to. Returns null
 * without a key.
 */
export function createPayments({ stripeSecretKey, stripeApiBase }: StripeSettings): PaymentProvider | null {
  if (stripeSecretKey === '') return null;
  const { protocol, hostname, port } = new URL(stripeApiBase);
  const stripe = new Stripe(stripeSecretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const { sessions } = stripe.checkout;

  const readCheckout = (checkoutId: string) =>
    translatingErrors(async (): Promise<CheckoutState> => {
      const session = await sessions.retrieve(checkoutId);
      const { status, payment_status } = session;
      if (payment_status === 'paid') return toPaid(session);
      if (status !== 'complete') return { status: status === 'expired' ? 'expired' : 'open' };
      // The customer has completed the page, but the bank hasn't confirmed the payment. Only the payment intent tells
      // whether it failed.
      const payment = await stripe.paymentIntents.retrieve(paymentIdOf(session));
      return {
        status: payment.status === 'requires_payment_method' || payment.status === 'canceled' ? 'expired' : 'open',
      };
    });

  return {
    async openCheckout({ chargeId, number, amountCents, currency, description, returnTo }) {
      const returnUrl = (outcome: string) => `${returnTo}?charge=${chargeId}&checkout=${outcome}`;
      const session = await withIdempotencyKey(`checkout_${chargeId}_${number}`, (idempotencyKey) =>
        sessions.create(
          {
            mode: 'payment',
            client_reference_id: chargeId,
            line_items: [
              { quantity: 1, price_data: { currency, unit_amount: amountCents, product_data: { name: description } } },
            ],
            payment_intent_data: { metadata: { charge_id: chargeId } },
            success_url: returnUrl('done'),
            cancel_url: returnUrl('cancelled'),
          },
          { idempotencyKey },
        ),
      );
      if (session.url === null) throw new PaymentFailure('unexpected');
      return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) };
    },

    readCheckout,

    async closeCheckout(checkoutId) {
      try {
        await translatingErrors(() => sessions.expire(checkoutId));
        return { status: 'expired' };
      } catch (error) {
        // Stripe refuses to expire a session that isn't open.
        if (error instanceof PaymentFailure && error.code === 'refused') return readCheckout(checkoutId);
        throw error;
      }
    },

    async refund({ paymentId, amountCents }) {
      const { data: earlier } = await translatingErrors(() =>
        stripe.refunds.list({ payment_intent: paymentId, limit: 100 }),
      );
      const givenBack = earlier.filter(({ status }) => status === 'succeeded');
      if (givenBack.reduce((total, { amount }) => total + amount, 0) >= amountCents) return 'refunded';
      if (earlier.some(({ status }) => status !== null && pendingStatuses.includes(status))) return 'pending';
      const { status } = await withIdempotencyKey(`refund_${paymentId}_${earlier.length}`, (idempotencyKey) =>
        stripe.refunds.create({ payment_intent: paymentId }, { idempotencyKey }),
      );
      if (status === 'succeeded') return 'refunded';
      if (status !== null && pendingStatuses.includes(status)) return 'pending';
      throw new PaymentFailure('refund_failed');
    },
  };
}

const pendingStatuses = ['pending', 'requires_action'];

function toPaid(session: Stripe.Checkout.Session): CheckoutState {
  const { client_reference_id: chargeId, amount_total: amountCents, currency } = session;
  return { status: 'paid', paymentId: paymentIdOf(session), chargeId, amountCents, currency };
}

function paymentIdOf({ payment_intent }: Stripe.Checkout.Session): string {
  const id = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  if (id === undefined) throw new PaymentFailure('unexpected');
  return id;
}

/**
 * Sends a request that creates something, with an idempotency key derived from our ids. If Stripe replays a stored
 * failure for the key, the next key of the series is used. This is safe: if the failed request did create something, it
 * was never returned to anyone.
 */
async function withIdempotencyKey<T>(key: string, call: (idempotencyKey: string) => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await call(count === 1 ? key : `${key}_${count}`);
    } catch (error) {
      if (count === keysPerRequest || !isReplayedError(error)) throw new PaymentFailure(failureClass(error));
    }
  }
}

async function translatingErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof PaymentFailure ? error : new PaymentFailure(failureClass(error));
  }
}
