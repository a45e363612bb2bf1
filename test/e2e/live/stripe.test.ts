import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPayments, PaymentFailure, type PaymentProvider } from '@evict/payments';
import { startTestStripe, type TestStripe } from '@evict/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../support/api.ts';
import { startStripeMock } from '../support/stripe-mock.ts';

const request = {
  chargeId: 'chg_6e5d4c3b-2a1f-4e0d-9c8b-7a6f5e4d3c2b',
  number: 0,
  amountCents: 14_900,
  currency: 'usd',
  description: 'Platform fee',
  returnTo: 'https://www.example.com/cases/case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
};

describe('requests to Stripe', () => {
  let stripe: TestStripe;
  let payments: PaymentProvider;

  beforeEach(async () => {
    stripe = await startTestStripe();
    payments = providerAt(stripe.url, stripe.secretKey);
  });
  afterEach(() => stripe.stop());

  test('open only one checkout for each checkout number of a charge, even if they are repeated concurrently or later', async () => {
    const opened = await Promise.all([1, 2].map(() => payments.openCheckout(request)));
    opened.push(await payments.openCheckout(request));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect((await payments.openCheckout({ ...request, number: 1 })).id).not.toBe(opened[0]?.id);
  });

  test('can open a checkout even though Stripe replays an earlier failure for the same idempotency key', async () => {
    stripe.setFault('failing');
    await expect(payments.openCheckout(request)).rejects.toMatchObject({ code: 'unavailable', isTemporary: true });
    stripe.setFault(null);
    const [first, second] = [await payments.openCheckout(request), await payments.openCheckout(request)];
    expect(first).toEqual(second);
    expect(stripe.account.sessions).toHaveLength(1);
  });

  test('to close a checkout return it as paid if it was already paid', async () => {
    const { id } = await payments.openCheckout(request);
    stripe.account.pay(id);
    const { chargeId, amountCents, currency } = request;
    const paid = { status: 'paid', paymentId: expect.stringMatching(/^pi_/), chargeId, amountCents, currency };
    expect(await payments.closeCheckout(id)).toEqual(paid);
    const other = await payments.openCheckout({ ...request, number: 1 });
    expect(await payments.closeCheckout(other.id)).toEqual({ status: 'expired' });
    expect(await payments.closeCheckout(other.id)).toEqual({ status: 'expired' });
  });

  test('refund the rest of a partly refunded payment only once, however often they are repeated', async () => {
    const { id } = await payments.openCheckout(request);
    stripe.account.pay(id);
    const { payment_intent: paymentId } = stripe.account.sessions[0] ?? expect.unreachable();
    const payment = { paymentId: paymentId ?? '', amountCents: request.amountCents };
    stripe.account.refunds.push({
      id: 're_by_hand',
      object: 'refund',
      payment_intent: payment.paymentId,
      amount: 900,
      status: 'succeeded',
    });
    const outcomes = await Promise.all([1, 2].map(() => payments.refund(payment)));
    expect([...outcomes, await payments.refund(payment)]).toEqual(['refunded', 'refunded', 'refunded']);
    expect(stripe.account.refunds.map(({ amount }) => amount)).toEqual([900, 14_000]);
  });

  test.each([
    ['down', 'unreachable', true],
    ['lost_responses', 'unreachable', true],
    ['limited', 'rate_limited', true],
    ['failing', 'unavailable', true],
    ['locked', 'authentication', false],
  ] as const)('to a server with the fault "%s" fail with the code "%s"', async (fault, code, isTemporary) => {
    stripe.setFault(fault);
    const calls = [
      payments.openCheckout(request),
      payments.readCheckout('cs_1'),
      payments.closeCheckout('cs_1'),
      payments.refund({ paymentId: 'pi_1', amountCents: 1 }),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code, isTemporary, message: code });
  });

  test('for a checkout that Stripe does not know fail with the permanent error "refused"', async () => {
    for (const call of [payments.readCheckout('cs_1'), payments.closeCheckout('cs_1')]) {
      await expect(call).rejects.toEqual(new PaymentFailure('refused'));
    }
  });
});

test('the Stripe client gives up on a server that accepts the connection and never responds', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const started = performance.now();
  const reading = providerAt(`http://127.0.0.1:${port}`, 'sk_test_1').readCheckout('cs_1');
  await expect(reading).rejects.toMatchObject({ code: 'unreachable' });
  expect(performance.now() - started).toBeLessThan(60_000);
  silent.closeAllConnections();
  silent.close();
});

describe("Stripe's own mock", async () => {
  const mock = await startStripeMock(process.env);

  test.skipIf(!mock)('accepts every kind of request that the client sends', async () => {
    const payments = providerAt(mock?.url ?? '', 'sk_test_1');
    const opened = await payments.openCheckout(request);
    expect(opened).toEqual({
      id: expect.any(String),
      url: expect.stringMatching(/^https:/),
      expiresAt: expect.any(Date),
    });
    expect(await payments.readCheckout(opened.id)).toEqual({ status: 'open' });
    expect(await payments.closeCheckout(opened.id)).toEqual({ status: 'expired' });
    // This is more than the single refund that the mock always returns, so another one is made.
    expect(await payments.refund({ paymentId: 'pi_1', amountCents: 10 ** 9 })).toBe('refunded');
  });

  test.skipIf(!mock)('refuses a request with an unknown parameter', async () => {
    const { status } = await send(mock?.url ?? '', 'POST', '/v1/checkout/sessions', {
      raw: 'mode=payment&nonsense=1',
      credential: 'sk_test_1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(400);
  });
});

function providerAt(stripeApiBase: string, stripeSecretKey: string): PaymentProvider {
  return createPayments({ stripeSecretKey, stripeApiBase }) ?? expect.unreachable();
}
