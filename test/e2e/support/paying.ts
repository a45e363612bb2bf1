import type { Charge } from '@evict/contract';
import { newId } from '@evict/store/ids';
import { expect } from 'vitest';
import { send } from './api.ts';
import { inLiveMode, marylandFacts } from './live.ts';
import { copyCase } from './seed.ts';
import { type Customer, startService } from './service.ts';

/** A platform fee that is due, and its customer. */
interface DueFee {
  customer: Customer;
  caseId: string;
  charge: Charge;
  /** The path of the charge. */
  path: string;
}

/** Starts the service with online payment and a worker that settles charges, and provides helpers for paying. */
export async function startPaying() {
  const mail = { retryDelaysMs: [50, 100, 200] };
  const service = await startService({ liveMode: true, payments: true, mail });
  const { stack, signUp } = service;
  const stripe = stack.stripe ?? expect.unreachable();
  const { account } = stripe;

  /** Returns the due fee of a case that has just been submitted. */
  async function withDueFee(): Promise<DueFee> {
    const customer = inLiveMode(service, await signUp());
    const { id: caseId } = await customer.submitted(marylandFacts());
    return feeOf(customer, caseId);
  }

  const original = await withDueFee();

  /** Like `withDueFee`, but the case is a copy of the rows of another case. It has no workflow, so it takes no commands. */
  async function withCopiedFee(): Promise<DueFee> {
    const { charge } = stack.store.prisma;
    const [caseId = ''] = await copyCase(stack, original.caseId, 1);
    const row = await charge.findUniqueOrThrow({ where: { id: original.charge.id } });
    await charge.create({ data: { ...row, id: newId('charge'), caseId } });
    return feeOf(original.customer, caseId);
  }

  async function feeOf(customer: Customer, caseId: string): Promise<DueFee> {
    const [charge] = await chargesOf(customer, caseId);
    if (!charge) throw new Error('nothing is due');
    return { customer, caseId, charge, path: `/v1/cases/${caseId}/charges/${charge.id}` };
  }

  async function chargesOf(customer: Customer, caseId: string): Promise<Charge[]> {
    const { status, body } = await customer.send('GET', `/v1/cases/${caseId}/charges`);
    expect([status, body.paymentsEnabled]).toEqual([200, true]);
    return body.items;
  }

  /** Reads the only charge of the case. */
  async function read({ customer, caseId }: DueFee): Promise<Charge> {
    const [charge, ...others] = await chargesOf(customer, caseId);
    expect(others).toEqual([]);
    return charge ?? expect.unreachable();
  }

  /** Opens a checkout and returns the provider's id for it. */
  async function startCheckout({ customer, path }: DueFee): Promise<string> {
    const { status, body } = await customer.send('POST', `${path}/checkout`);
    expect(status).toBe(200);
    return account.sessions.find(({ id }) => body.url.endsWith(id))?.id ?? expect.unreachable();
  }

  async function confirm({ customer, path }: DueFee): Promise<Charge> {
    const { status, body } = await customer.send('POST', `${path}/confirm`);
    expect(status).toBe(200);
    return body;
  }

  /** Returns a fee after paying it, with the id of its checkout. */
  async function withPaidFee(due?: DueFee): Promise<DueFee & { sessionId: string }> {
    due ??= await withDueFee();
    const sessionId = await startCheckout(due);
    account.pay(sessionId);
    expect((await confirm(due)).state).toBe('paid');
    return { ...due, sessionId };
  }

  function sessionsOf({ charge }: DueFee) {
    return account.sessions.filter(({ client_reference_id }) => client_reference_id === charge.id);
  }

  /** Returns the refunds of a checkout. */
  function refundsOf(sessionId: string) {
    const { payment_intent } = account.sessions.find(({ id }) => id === sessionId) ?? expect.unreachable();
    return account.refunds.filter((refund) => refund.payment_intent === payment_intent);
  }

  /** Sends without checking the response against the API specification, because the check fails on every 5xx. */
  function sendUnchecked({ customer: { credential }, path }: DueFee, step: string) {
    return send(stack.baseUrl, 'POST', `${path}/${step}`, { credential, headers: { 'x-service-mode': 'live' } });
  }

  /** Waits until the charge is in the state. */
  async function becomes(state: Charge['state'], due: DueFee): Promise<Charge> {
    await expect.poll(async () => (await read(due)).state).toBe(state);
    return read(due);
  }

  const fees = { withDueFee, withCopiedFee, withPaidFee };
  const steps = { chargesOf, read, startCheckout, confirm, becomes, sendUnchecked };
  return { ...service, stripe, account, ...fees, ...steps, sessionsOf, refundsOf };
}
