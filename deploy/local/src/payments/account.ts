import { randomUUID } from 'node:crypto';

interface Session {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  /** Set when the customer completes the checkout page. */
  payment_intent: string | null;
  client_reference_id: string | null;
  amount_total: number;
  currency: string;
  url: string | null;
  success_url: string | null;
  cancel_url: string | null;
  expires_at: number;
  /** Tells the customer what they are paying for. */
  description: string;
}

type RefundStatus = 'succeeded' | 'pending' | 'failed';

type PaymentStatus = 'processing' | 'requires_payment_method' | 'succeeded';

interface Refund {
  id: string;
  object: 'refund';
  payment_intent: string;
  amount: number;
  status: RefundStatus;
}

/** The state of an account, which can be stored as JSON. */
export interface AccountState {
  /** In the order in which they were opened. */
  sessions: Session[];
  refunds: Refund[];
  /** The statuses of payments, by payment id. */
  payments: Record<string, PaymentStatus>;
}

export interface StripeAccount extends AccountState {
  /** Sets the status of all later refunds. */
  refundsBecome: (status: RefundStatus) => void;
  /** Completes the checkout page with a payment whose result is only known days later, as with a bank debit. */
  startPayment: (id: string) => void;
  failPayment: (id: string) => void;
  /** Pays on the checkout page. `other` replaces values of the session, such as the amount. */
  pay: (id: string, other?: Partial<Pick<Session, 'amount_total' | 'currency' | 'client_reference_id'>>) => void;
  /** Closes the checkout page, as Stripe does after a day. */
  expire: (id: string) => void;
  /** Handles a request, for example `POST /v1/refunds`. Throws `StripeRefusal`. */
  call: (request: string, params: URLSearchParams) => object;
}

export class StripeRefusal extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, code?: string) {
    super('refused');
    this.status = status;
    this.code = code;
  }
}

const DAY_SECONDS = 86_400;
/** The known parameters. Like Stripe, the stand-in refuses any other. */
const sessionParams = new Set([
  'mode',
  'client_reference_id',
  'success_url',
  'cancel_url',
  'line_items[0][quantity]',
  'line_items[0][price_data][currency]',
  'line_items[0][price_data][unit_amount]',
  'line_items[0][price_data][product_data][name]',
  'payment_intent_data[metadata][charge_id]',
]);

/**
 * Creates a stand-in for a Stripe account, with the part of the API that the product uses. Its checkout pages are at
 * `${pages}/c/pay/<session>`.
 */
export function createStripeAccount(
  pages: string,
  state: AccountState = { sessions: [], refunds: [], payments: {} },
): StripeAccount {
  const { sessions, refunds, payments } = state;
  let nextStatus: RefundStatus = 'succeeded';

  function sessionOf(id: string): Session {
    const session = sessions.find((one) => one.id === id);
    if (!session) throw new StripeRefusal(404, 'resource_missing');
    return session;
  }

  function open(params: URLSearchParams): Session {
    const need = (name: string) => params.get(name) ?? refuse();
    if (need('mode') !== 'payment' || [...params.keys()].some((name) => !sessionParams.has(name))) refuse();
    const amount = Number(need('line_items[0][price_data][unit_amount]')) * Number(need('line_items[0][quantity]'));
    const description = need('line_items[0][price_data][product_data][name]');
    if (!Number.isSafeInteger(amount)) refuse();
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      client_reference_id: params.get('client_reference_id'),
      amount_total: amount,
      currency: need('line_items[0][price_data][currency]'),
      url: `${pages}/c/pay/${id}`,
      success_url: params.get('success_url'),
      cancel_url: params.get('cancel_url'),
      expires_at: Math.floor(Date.now() / 1000) + DAY_SECONDS,
      description,
    };
    sessions.push(session);
    return session;
  }

  function end(id: string): Session {
    const session = sessionOf(id);
    if (session.status !== 'open') refuse();
    return Object.assign(session, { status: 'expired', url: null });
  }

  function startPayment(id: string): void {
    const session = sessionOf(id);
    if (session.status !== 'open') throw new Error('the checkout page is closed');
    const payment_intent = `pi_${randomUUID().replaceAll('-', '')}`;
    Object.assign(session, { status: 'complete', payment_intent, url: null });
    payments[payment_intent] = 'processing';
  }

  function refundAll(paymentId: string): Refund {
    const session = sessions.find((one) => one.payment_intent === paymentId && one.payment_status === 'paid');
    const left = (session ?? refuse()).amount_total - givenBack(paymentId);
    if (left <= 0) throw new StripeRefusal(400, 'charge_already_refunded');
    const id = `re_${randomUUID().replaceAll('-', '')}`;
    const refund: Refund = { id, object: 'refund', payment_intent: paymentId, amount: left, status: nextStatus };
    refunds.push(refund);
    return refund;
  }

  function givenBack(paymentId: string): number {
    const standing = refunds.filter((one) => one.payment_intent === paymentId && one.status !== 'failed');
    return standing.reduce((total, { amount }) => total + amount, 0);
  }

  return {
    sessions,
    refunds,
    payments,
    refundsBecome(status) {
      nextStatus = status;
    },
    startPayment,
    failPayment: (id) => void (payments[sessionOf(id).payment_intent ?? ''] = 'requires_payment_method'),
    pay(id, other = {}) {
      const session = sessionOf(id);
      if (session.payment_intent === null) startPayment(id);
      Object.assign(session, other, { payment_status: 'paid' });
      payments[session.payment_intent ?? ''] = 'succeeded';
    },
    expire: (id) => void end(id),
    call(request, params) {
      const [, id = '', verb] = /^\w+ \/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(request) ?? [];
      if (request === 'POST /v1/checkout/sessions') return { ...open(params) };
      if (request.startsWith('GET ') && id !== '' && verb === undefined) return { ...sessionOf(id) };
      if (request.startsWith('POST ') && id !== '' && verb !== undefined) return { ...end(id) };
      const [, paymentId = ''] = /^GET \/v1\/payment_intents\/([^/]+)$/.exec(request) ?? [];
      if (paymentId !== '') return { id: paymentId, object: 'payment_intent', status: payments[paymentId] };
      if (request === 'POST /v1/refunds') return { ...refundAll(params.get('payment_intent') ?? refuse()) };
      if (request === 'GET /v1/refunds') {
        const data = refunds.filter((one) => one.payment_intent === params.get('payment_intent'));
        return { object: 'list', data: structuredClone(data).toReversed(), has_more: false, url: '/v1/refunds' };
      }
      throw new StripeRefusal(404);
    },
  };
}

function refuse(): never {
  throw new StripeRefusal(400);
}
