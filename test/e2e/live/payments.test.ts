import type { Charge } from '@evict/contract';
import { recordCheckout, recordSettling, requestRefund, voidCharge } from '@evict/store/charges';
import { newId } from '@evict/store/ids';
import { wakeOutbox } from '@evict/store/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { startPaying } from '../support/paying.ts';
import { expectRefusal } from '../support/refusals.ts';

const world = await startPaying();
const { stack, stripe, account, signUp, withDueFee, withCopiedFee, withPaidFee, chargesOf, read } = world;
const { startCheckout, confirm, sessionsOf, refundsOf, sendUnchecked, becomes } = world;

beforeEach(() => {
  stripe.setFault(null);
  account.refundsBecome('succeeded');
});

describe('a due fee', () => {
  test('is paid on a page that leads back to the case, and a confirmation that came too early can be repeated with the same key', async () => {
    const due = await withCopiedFee();
    const sessionId = await startCheckout(due);
    const [session] = sessionsOf(due);
    const confirmByKey = () =>
      due.customer.send('POST', `${due.path}/confirm`, { headers: { 'idempotency-key': 'once' } });
    expect((await confirmByKey()).body).toEqual(due.charge);
    const before = await due.customer.read(due.caseId);
    const casePage = `https://www.example.com/cases/${due.caseId}`;
    expect(session).toMatchObject({ id: sessionId, amount_total: 14_900, currency: 'usd' });
    for (const url of [session?.success_url, session?.cancel_url]) expect(url?.split('?')[0]).toBe(casePage);
    account.pay(sessionId);
    const paid = { ...due.charge, state: 'paid', paidAt: expect.any(String) };
    // The earlier response for this key, that the fee wasn't paid yet, wasn't final.
    expect((await confirmByKey()).body).toEqual(paid);
    expect((await confirmByKey()).headers.get('idempotent-replayed')).toBe('true');
    expect(await confirm(due)).toEqual(paid);
    expect(await read(due)).toEqual(paid);
    expect((await due.customer.read(due.caseId)).updatedAt > before.updatedAt).toBe(true);
    await expectRefusal(due.customer.send('POST', `${due.path}/checkout`), 409, 'charge_not_due');
  });

  test('can be voided only by a caller that has locked its case, so voiding waits for a decision in progress', async () => {
    const due = await withCopiedFee();
    const decision = await stack.store.pool.connect();
    try {
      await decision.query('BEGIN');
      await decision.query('SELECT FROM "Case" WHERE id = $1 FOR NO KEY UPDATE', [due.caseId]);
      const change = voidCharge(stack.store, due.charge.id);
      const waiting = `SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND query LIKE '%FOR NO KEY UPDATE%' AND datname = current_database()`;
      await expect.poll(async () => (await stack.store.pool.query(waiting)).rows).toEqual([{ waiting: 1 }]);
      await decision.query('SELECT FROM "Charge" WHERE id = $1 FOR UPDATE NOWAIT', [due.charge.id]);
      await decision.query('COMMIT');
      expect(await change).toMatchObject({ ok: true, charge: { state: 'void' } });
    } finally {
      await decision.query('ROLLBACK');
      decision.release();
    }
  });

  test('has one payment page at a time, even for 10 concurrent requests', async () => {
    const due = await withCopiedFee();
    const opened = await Promise.all(Array.from({ length: 10 }, () => startCheckout(due)));
    opened.push(await startCheckout(due));
    expect(new Set(opened).size).toBe(1);
    expect(sessionsOf(due)).toHaveLength(1);
  });

  test('gets another payment page if the first expired unpaid, and can be paid there', async () => {
    const due = await withCopiedFee();
    const first = await startCheckout(due);
    account.expire(first);
    expect(await confirm(due)).toEqual(due.charge);
    const second = await startCheckout(due);
    expect(second).not.toBe(first);
    account.pay(second);
    expect((await confirm(due)).state).toBe('paid');
  });

  test("is marked as paid once by 10 concurrent confirmations, and a later confirmation doesn't ask the provider again", async () => {
    const due = await withCopiedFee();
    account.pay(await startCheckout(due));
    const confirmed = await Promise.all(Array.from({ length: 10 }, () => confirm(due)));
    const asked = stripe.requests.length;
    confirmed.push(await confirm(due));
    expect(new Set(confirmed.map((charge) => JSON.stringify(charge))).size).toBe(1);
    expect(confirmed[0]?.state).toBe('paid');
    expect(stripe.requests.length).toBe(asked);
  });

  test('that was paid but never confirmed is marked as paid at the next checkout, and no second payment page is opened', async () => {
    const due = await withCopiedFee();
    account.pay(await startCheckout(due));
    await expectRefusal(due.customer.send('POST', `${due.path}/checkout`), 409, 'charge_not_due');
    expect((await read(due)).state).toBe('paid');
    expect(sessionsOf(due)).toHaveLength(1);
  });

  test('that was paid but never confirmed is marked as paid once its page has expired', async () => {
    const due = await withCopiedFee();
    const sessionId = await startCheckout(due);
    account.pay(sessionId);
    await stack.store.prisma.checkout.update({ where: { id: sessionId }, data: { expiresAt: new Date() } });
    await wakeOutbox(stack.store, 'charges'); // otherwise the worker checks within half a minute
    await becomes('paid', due);
  });

  test('stays due while a bank payment is pending, and can be paid again if that payment fails', async () => {
    const due = await withCopiedFee();
    const first = await startCheckout(due);
    account.startPayment(first);
    expect(await confirm(due)).toEqual(due.charge);
    expect(await startCheckout(due)).toBe(first);
    account.failPayment(first);
    expect(await confirm(due)).toEqual(due.charge);
    const second = await startCheckout(due);
    account.startPayment(second);
    account.pay(second);
    expect((await confirm(due)).state).toBe('paid');
  });

  test.each([
    ['of a lower amount', { amount_total: 14_899 }],
    ['of a higher amount', { amount_total: 1_490_000 }],
    ['in another currency', { currency: 'eur' }],
    ['for another charge', { client_reference_id: newId('charge') }],
  ])('is never marked as paid by a payment %s', async (_, other) => {
    const due = await withCopiedFee();
    account.pay(await startCheckout(due), other);
    for (const step of ['confirm', 'checkout']) {
      const { status, body } = await sendUnchecked(due, step);
      expect([status, body.error.code, body.error.details]).toEqual([500, 'internal', null]);
    }
    expect(await read(due)).toEqual(due.charge);
  });
});

describe('if the payment provider fails', () => {
  // The tests of the provider's client cover how each failure is classified.
  test.each(['down', 'lost_responses'] as const)(
    'with the fault "%s", checkout and confirmation return 503, the fee stays due, and a later attempt succeeds',
    async (fault) => {
      const due = await withCopiedFee();
      stripe.setFault(fault);
      expect(await busy(due, 'checkout')).toBe('5');
      stripe.setFault(null);
      const sessionId = await startCheckout(due);
      // If the creation got no response, this is the page that it created.
      expect(sessionsOf(due).map(({ id }) => id)).toEqual([sessionId]);
      account.pay(sessionId);
      stripe.setFault(fault);
      expect(await busy(due, 'confirm')).toBe('5');
      expect(await read(due)).toEqual(due.charge);
      stripe.setFault(null);
      expect((await confirm(due)).state).toBe('paid');
    },
    30_000,
  );

  test('refused credentials are reported as an internal error', async () => {
    const due = await withCopiedFee();
    stripe.setFault('locked');
    const { status, body } = await sendUnchecked(due, 'checkout');
    expect([status, body.error.code]).toEqual([500, 'internal']);
  });

  async function busy(due: Awaited<ReturnType<typeof withCopiedFee>>, step: string): Promise<string | null> {
    const response = await sendUnchecked(due, step);
    expect([response.status, response.body.error.code]).toEqual([503, 'busy']);
    return response.headers.get('retry-after');
  }
});

test("a request to pay a charge of another case or customer gets 404, a simulated charge can't be paid, and neither request reaches the provider", async () => {
  const due = await withCopiedFee();
  const customer = await signUp();
  const stranger = inLiveMode(world, customer);
  const other = await stranger.submitted(marylandFacts());
  const sandbox = await customer.create(buildFacts());
  expect(await chargesOf(customer, sandbox.id)).toEqual([]);
  const asked = stripe.requests.length;
  for (const step of ['checkout', 'confirm']) {
    await expectRefusal(stranger.send('POST', `${due.path}/${step}`), 404, 'not_found');
    await expectRefusal(customer.send('POST', `${due.path}/${step}`), 404, 'not_found');
    for (const caseId of [other.id, sandbox.id]) {
      const path = `/v1/cases/${caseId}/charges/${due.charge.id}/${step}`;
      for (const caller of [stranger, customer]) await expectRefusal(caller.send('POST', path), 404, 'not_found');
    }
  }
  // A simulated charge doesn't exist at the provider.
  const simulated = await customer.submitted(buildFacts());
  const body = { caseId: simulated.id, scenario: 'charge_due' };
  expect((await customer.send('POST', '/v1/simulations', { body })).status).toBe(200);
  const path = `/v1/cases/${simulated.id}/charges`;
  const { items, paymentsEnabled } = (await customer.send('GET', path)).body;
  expect([items[0].state, paymentsEnabled]).toEqual(['due', false]);
  for (const step of ['checkout', 'confirm'])
    await expectRefusal(customer.send('POST', `${path}/${items[0].id}/${step}`), 409, 'payments_unavailable');
  expect((await customer.send('GET', '/v1/overview')).body.due).toEqual({ totalCents: 0, items: [] });
  expect(await voidCharge(stack.store, items[0].id)).toEqual({ ok: false, code: 'not_due' });
  const paid = { caseId: simulated.id, scenario: 'charge_paid' };
  expect((await customer.send('POST', '/v1/simulations', { body: paid })).status).toBe(200);
  expect(await requestRefund(stack.store, items[0].id)).toEqual({ ok: false, code: 'not_paid' });
  expect(stripe.requests.length).toBe(asked);
});

describe('a case withdrawn before an attorney is engaged', () => {
  test('owes nothing, and its open payment page is closed', async () => {
    const due = await withDueFee();
    const sessionId = await startCheckout(due);
    await due.customer.withdraw(due.caseId);
    await expect.poll(() => account.sessions.find(({ id }) => id === sessionId)?.status).toBe('expired');
    expect((await read(due)).state).toBe('void');
    await expectRefusal(due.customer.send('POST', `${due.path}/checkout`), 409, 'charge_not_due');
    expect((await confirm(due)).state).toBe('void');
  });

  test('gets its paid fee refunded exactly once', async () => {
    const due = await withPaidFee();
    const { sessionId } = due;
    await due.customer.withdraw(due.caseId);
    const refunded = await becomes('refunded', due);
    expect(refunded).toMatchObject({ paidAt: expect.any(String), refundedAt: expect.any(String), voidedAt: null });
    await Promise.all(Array.from({ length: 5 }, () => wakeOutbox(stack.store, 'charges')));
    expect(refundsOf(sessionId).map(({ amount }) => amount)).toEqual([14_900]);
    expect((await confirm(due)).state).toBe('refunded');
    await expectRefusal(due.customer.send('POST', `${due.path}/checkout`), 409, 'charge_not_due');
  });

  test("gets its fee refunded even if the payment was made just before the withdrawal and wasn't confirmed yet", async () => {
    const due = await withDueFee();
    const sessionId = await startCheckout(due);
    account.pay(sessionId);
    // The withdrawal finds the fee due, because the payment isn't confirmed yet.
    await due.customer.withdraw(due.caseId);
    const refunded = await becomes('refunded', due);
    expect(refunded.paidAt).not.toBeNull();
    expect(refundsOf(sessionId)).toHaveLength(1);
  });

  test('gets its fee refunded whether the payment or the withdrawal is recorded first', async () => {
    const cases = await Promise.all(Array.from({ length: 4 }, () => withDueFee()));
    const sessionIds = await Promise.all(cases.map(startCheckout));
    for (const id of sessionIds) account.pay(id);
    await Promise.all(cases.flatMap((due) => [confirm(due), due.customer.withdraw(due.caseId)]));
    for (const due of cases) await becomes('refunded', due);
    expect(sessionIds.map((id) => refundsOf(id).length)).toEqual([1, 1, 1, 1]);
  });

  test('leaves no payment page open, even if one was being created at the same time', async () => {
    const due = await withDueFee();
    const responses = await Promise.all([
      ...Array.from({ length: 5 }, () => due.customer.send('POST', `${due.path}/checkout`)),
      due.customer.act(due.caseId, 'withdraw'),
    ]);
    for (const { status, body } of responses) expect([200, 'charge_not_due']).toContain(body.error?.code ?? status);
    await expect.poll(() => sessionsOf(due).map(({ status }) => status)).toEqual(sessionsOf(due).map(() => 'expired'));
    expect((await read(due)).state).toBe('void');
  });
});

describe('a refund', () => {
  test('is retried until the provider is back', async () => {
    const due = await withPaidFee();
    stripe.setFault('down');
    await due.customer.withdraw(due.caseId);
    await attempts(due.charge, 2);
    expect((await read(due)).state).toBe('paid');
    stripe.setFault(null);
    await becomes('refunded', due);
  });

  test("isn't repeated if the provider made it but the response was lost", async () => {
    const due = await withPaidFee();
    const { sessionId } = due;
    stripe.setFault('lost_responses');
    await due.customer.withdraw(due.caseId);
    await attempts(due.charge, 2);
    stripe.setFault(null);
    await becomes('refunded', due);
    expect(refundsOf(sessionId)).toHaveLength(1);
  });

  test("isn't recorded while the provider is still processing it, and is made again if it failed", async () => {
    const due = await withPaidFee();
    const { sessionId } = due;
    account.refundsBecome('pending');
    await due.customer.withdraw(due.caseId);
    await attempts(due.charge, 2);
    const [pending, ...others] = refundsOf(sessionId);
    expect([(await read(due)).state, others]).toEqual(['paid', []]);
    account.refundsBecome('succeeded');
    Object.assign(pending ?? expect.unreachable(), { status: 'failed' });
    await becomes('refunded', due);
    expect(refundsOf(sessionId).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  test('of a duplicate payment leaves the charge paid', async () => {
    const due = await withPaidFee(await withCopiedFee());
    // A second page, whose creation got no response.
    const second = account.call(
      'POST /v1/checkout/sessions',
      new URLSearchParams({
        mode: 'payment',
        client_reference_id: due.charge.id,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '14900',
        'line_items[0][price_data][product_data][name]': 'Platform fee',
      }),
    ) as { id: string; url: string };
    account.pay(second.id);
    await recordCheckout(stack.store, due.charge.id, { ...second, expiresAt: new Date(Date.now() + 60_000) });
    await expect.poll(() => refundsOf(second.id).length).toBe(1);
    await expect
      .poll(() => stack.store.prisma.checkout.count({ where: { id: second.id, refundedAt: { not: null } } }))
      .toBe(1);
    expect((await read(due)).state).toBe('paid');
    expect(refundsOf(due.sessionId)).toEqual([]);
  });

  /** Waits until a charge's refund has been tried this many times. */
  async function attempts({ id }: Charge, count: number): Promise<void> {
    const where = { id };
    await expect
      .poll(async () => (await stack.store.prisma.charge.findUniqueOrThrow({ where })).settleAttempts)
      .toBeGreaterThanOrEqual(count);
  }
});

test('an open payment page is closed when operators void the fee', async () => {
  const due = await withCopiedFee();
  const sessionId = await startCheckout(due);
  expect(await voidCharge(stack.store, due.charge.id)).toMatchObject({ ok: true, charge: { state: 'void' } });
  await expect.poll(() => account.sessions.find(({ id }) => id === sessionId)?.status).toBe('expired');
});

test('if a charge changes during an attempt to settle it, it is due for settling again at once, whatever the outcome of that attempt', async () => {
  const { charge } = await withCopiedFee();
  const where = { id: charge.id };
  const claimed = { settleAttempts: 3, settleAt: new Date(Date.now() + 60_000) };
  await stack.store.prisma.charge.update({ where, data: claimed });
  await voidCharge(stack.store, charge.id);
  await recordSettling(stack.store, { id: charge.id, attempt: 3 }, { dueInMs: 3_600_000 });
  const row = await stack.store.prisma.charge.findUniqueOrThrow({ where });
  expect(row).toMatchObject({ state: 'void', settleAttempts: 0, settleAt: null });
});
