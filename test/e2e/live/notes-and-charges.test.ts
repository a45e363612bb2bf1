import { type Charge, limits, type Note } from '@evict/contract';
import { limitKey } from '@evict/http';
import { newId } from '@evict/store/ids';
import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

const service = await sharedService();
const { stack, signUp } = service;

async function signUpLive(): Promise<Customer> {
  return inLiveMode(service, await signUp());
}

function write(customer: Customer, caseId: string, body: unknown) {
  return customer.send('POST', `/v1/cases/${caseId}/notes`, { body });
}

async function notesOf(customer: Customer, caseId: string): Promise<Note[]> {
  const { status, body } = await customer.send('GET', `/v1/cases/${caseId}/notes`);
  expect(status).toBe(200);
  return body.items;
}

async function chargesOf(customer: Customer, caseId: string): Promise<Charge[]> {
  const { status, body } = await customer.send('GET', `/v1/cases/${caseId}/charges`);
  expect([status, body.paymentsEnabled]).toEqual([200, false]);
  return body.items;
}

describe('notes on a live case', () => {
  test('are listed oldest first exactly as written, can be added even after a withdrawal, and change nothing of the case except its updatedAt', async () => {
    const live = await signUpLive();
    const eviction = await live.create(marylandFacts());
    const { id } = eviction;
    const texts = ['First,\nwith a line break', 'Größe 🏠', '<b>not</b> a tag', '𝒜'.repeat(5000)];
    for (const body of texts) {
      const response = await write(live, id, { body });
      expect([response.status, response.body]).toEqual([
        201,
        {
          id: expect.stringMatching(/^note_/),
          author: 'customer',
          writtenBy: 'customer',
          authorId: expect.stringMatching(/^usr_/),
          body,
          createdAt: expect.any(String),
        },
      ]);
    }
    const { updatedAt } = await live.read(id);
    expect(await live.read(id)).toEqual({ ...eviction, updatedAt });
    expect(updatedAt >= (await notesOf(live, id)).at(-1)!.createdAt).toBe(true);
    expect(await live.events(id)).toEqual([]);
    expect(await expectIssues(write(live, id, { body: 'x'.repeat(5001) }))).toEqual(['body too_long']);
    for (const writtenBy of ['attorney', 'platform'] as const)
      await stack.store.prisma.note.create({ data: { id: newId('note'), caseId: id, writtenBy, body: writtenBy } });
    await live.withdraw(id);
    expect((await write(live, id, { body: 'withdrawn' })).status).toBe(201);
    expect((await notesOf(live, id)).map(({ author, body }) => [author, body])).toEqual([
      ...texts.map((body) => ['customer', body]),
      ['service', 'attorney'],
      ['service', 'platform'],
      ['customer', 'withdrawn'],
    ]);
  });

  test('are limited to 20 in 10 minutes per organization, and a refused note neither counts nor uses up its Idempotency-Key', async () => {
    const customer = await signUp();
    const live = inLiveMode(service, customer);
    const [one, other] = [await live.create(marylandFacts()), await live.create(marylandFacts())];
    const sandbox = await customer.create(buildFacts());
    const hits = Array.from({ length: limits.note.count - 2 }, () => new Date());
    await stack.store.prisma.rateLimit.create({ data: { key: limitKey('note', customer.organizationId), hits } });
    await expectRefusal(write(customer, sandbox.id, { body: 'x' }), 409, 'attorney_direct_only');
    await expectIssues(write(live, one.id, { body: '' }));
    for (const { id } of [one, other]) expect((await write(live, id, { body: 'x' })).status).toBe(201);
    const late = { headers: { 'idempotency-key': 'late' } };
    const path = `/v1/cases/${one.id}/notes`;
    const { status, headers } = await live.send('POST', path, { body: { body: 'x' }, ...late });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(limits.note.windowSeconds - 60);
    expect((await live.send('POST', '/v1/cases', { body: marylandFacts(), ...late })).status).toBe(201);
    await expectRefusal(write(customer, sandbox.id, { body: 'x' }), 409, 'attorney_direct_only');
    expect(await notesOf(customer, sandbox.id)).toEqual([]);
  });
});

describe('the platform fee', () => {
  test('is charged once when a live case is submitted, shown only to the customer, and voided when the customer withdraws the case', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts({ parties: [] }));
    await expectRefusal(live.act(id, 'submit'), 422, 'gates_failed');
    expect(await chargesOf(live, id)).toEqual([]);
    await live.edit(id, { parties: marylandFacts().parties });
    const responses = await Promise.all(Array.from({ length: 5 }, () => live.act(id, 'submit')));
    expect(responses.filter(({ status }) => status === 200).length).toBe(1);
    for (const { status, body } of responses.filter((one) => one.status !== 200))
      expect([status, body.error]).toMatchObject([409, { code: 'invalid_transition', details: null }]);
    const [due, ...others] = await chargesOf(live, id);
    expect([due, others]).toEqual([
      {
        id: expect.stringMatching(/^chg_/),
        caseId: id,
        kind: 'platform_fee',
        description: 'Platform fee',
        amountCents: 14_900,
        currency: 'usd',
        state: 'due',
        createdAt: expect.any(String),
        paidAt: null,
        voidedAt: null,
        refundedAt: null,
      },
      [],
    ]);
    await expectRefusal((await signUpLive()).send('GET', `/v1/cases/${id}/charges`), 404, 'not_found');
    // Online payment is off in this deployment.
    for (const step of ['checkout', 'confirm']) {
      const path = `/v1/cases/${id}/charges/${due?.id}/${step}`;
      await expectRefusal(live.send('POST', path), 409, 'payments_unavailable');
    }
    expect(await chargesOf(live, id)).toEqual([due]);
    await live.withdraw(id);
    expect(await chargesOf(live, id)).toEqual([{ ...due, state: 'void', voidedAt: expect.any(String) }]);
  });
});
