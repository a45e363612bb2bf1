import type { Charge } from '@evict/contract';
import { recordCheckout, recordSettling, voidCharge } from '@evict/store/charges';
import { wakeOutbox } from '@evict/store/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { startPaying } from '../support/paying.ts';
import { expectRefusal } from '../support/refusals.ts';

const world = await startPaying();
const { stack, stripe, account, withDueFee, withPaidFee, read, startCheckout, confirm } = world;
const { sessionsOf, refundsOf, becomes } = world;

beforeEach(() => {
  stripe.setFault(null);
  account.refundsBecome('succeeded');
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
    const due = await withPaidFee();
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
  const due = await withDueFee();
  const sessionId = await startCheckout(due);
  expect(await voidCharge(stack.store, due.charge.id)).toMatchObject({ ok: true, charge: { state: 'void' } });
  await expect.poll(() => account.sessions.find(({ id }) => id === sessionId)?.status).toBe('expired');
});

test('if a charge changes during an attempt to settle it, it is due for settling again at once, whatever the outcome of that attempt', async () => {
  const { charge } = await withDueFee();
  const where = { id: charge.id };
  const claimed = { settleAttempts: 3, settleAt: new Date(Date.now() + 60_000) };
  await stack.store.prisma.charge.update({ where, data: claimed });
  await voidCharge(stack.store, charge.id);
  await recordSettling(stack.store, { id: charge.id, attempt: 3 }, { dueInMs: 3_600_000 });
  const row = await stack.store.prisma.charge.findUniqueOrThrow({ where });
  expect(row).toMatchObject({ state: 'void', settleAttempts: 0, settleAt: null });
});
