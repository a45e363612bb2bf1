import { type Charge, limits, type Note } from '@evict/contract';
import { newId } from '@evict/store/ids';
import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
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
  test('are stored as they were written, oldest first, and leave the case unchanged', async () => {
    const live = await signUpLive();
    const eviction = await live.create(marylandFacts());
    const texts = ['First,\nwith a line break', 'Größe 🏠', '<b>not</b> a tag', 'x'];
    for (const body of texts) {
      const response = await write(live, eviction.id, { body });
      expect(response.status).toBe(201);
      expect(response.body).toEqual({
        id: expect.stringMatching(/^note_/),
        author: 'customer',
        writtenBy: 'customer',
        body,
        createdAt: expect.any(String),
      });
    }
    const notes = await notesOf(live, eviction.id);
    expect(notes.map(({ body }) => body)).toEqual(texts);
    expect(await live.read(eviction.id)).toEqual(eviction);
    expect(await live.events(eviction.id)).toEqual([]);
  });

  test('stand beside those of the service', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    await write(live, id, { body: 'When do you serve it?' });
    await stack.store.prisma.note.create({
      data: { id: newId('note'), caseId: id, writtenBy: 'attorney', body: 'On Monday.' },
    });
    await stack.store.prisma.note.create({
      data: { id: newId('note'), caseId: id, writtenBy: 'platform', body: 'The fee is due.' },
    });
    expect((await notesOf(live, id)).map(({ author, writtenBy }) => [author, writtenBy])).toEqual([
      ['customer', 'customer'],
      ['service', 'attorney'],
      ['service', 'platform'],
    ]);
  });

  test('are accepted in every state, even after the case ended', async () => {
    const live = await signUpLive();
    const { id } = await live.submitted(marylandFacts());
    expect((await write(live, id, { body: 'submitted' })).status).toBe(201);
    await live.withdraw(id);
    expect((await write(live, id, { body: 'withdrawn' })).status).toBe(201);
  });

  test('have 1 to 5000 characters', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    const longest = '𝒜'.repeat(5000);
    expect((await write(live, id, { body: longest })).body.body).toBe(longest);
    const refused = async (body: unknown) => expectIssues(write(live, id, body));
    expect(await refused({ body: `${longest}x` })).toEqual(['body too_long']);
    expect(await refused({ body: '' })).toEqual(['body too_short']);
    expect(await refused({})).toEqual(['body required']);
    expect(await refused({ body: 'a\u0000', author: 'service' })).toEqual([
      'author unknown_field',
      'body invalid_text',
    ]);
    expect((await notesOf(live, id)).length).toBe(1);
  });

  test('are at most 20 in 10 minutes for the organization over all cases; one refused for another reason does not count', async () => {
    const customer = await signUp();
    const live = inLiveMode(service, customer);
    const [one, other] = [await live.create(marylandFacts()), await live.create(marylandFacts())];
    const sandbox = await customer.create(buildFacts());
    await expectRefusal(write(customer, sandbox.id, { body: 'x' }), 409, 'attorney_direct_only');
    await expectIssues(write(live, one.id, { body: '' }));
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => write(live, [one, other][index % 2]?.id ?? '', { body: 'x' })),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect([responses.filter(({ status }) => status === 201).length, refused.length]).toEqual([limits.note.count, 10]);
    for (const { body, headers } of refused) {
      expect(body.error.code).toBe('rate_limited');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(limits.note.windowSeconds - 60);
    }
    const kept = await Promise.all([notesOf(live, one.id), notesOf(live, other.id)]);
    expect(kept.flat().length).toBe(limits.note.count);
    await expectRefusal(write(customer, sandbox.id, { body: 'x' }), 409, 'attorney_direct_only');
  });
});

test('a test case accepts no notes, and has none', async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts());
  await expectRefusal(write(customer, id, { body: 'x' }), 409, 'attorney_direct_only');
  expect(await expectIssues(write(customer, id, {}))).toEqual(['body required']);
  expect(await notesOf(customer, id)).toEqual([]);
});

describe('the platform fee', () => {
  test('is due from the submit of a live case on, once, and shown to its own customer alone', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    expect(await chargesOf(live, id)).toEqual([]);
    const responses = await Promise.all(Array.from({ length: 5 }, () => live.act(id, 'submit')));
    expect(responses.filter(({ status }) => status === 200).length).toBe(1);
    const charges = await chargesOf(live, id);
    expect(charges).toEqual([
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
    ]);
    const stranger = await signUpLive();
    await expectRefusal(stranger.send('GET', `/v1/cases/${id}/charges`), 404, 'not_found');
  });

  test('is void when the case is withdrawn before an attorney is engaged', async () => {
    const live = await signUpLive();
    const { id } = await live.submitted(marylandFacts());
    const [due] = await chargesOf(live, id);
    await live.withdraw(id);
    expect(await chargesOf(live, id)).toEqual([{ ...due, state: 'void', voidedAt: expect.any(String) }]);
  });

  test('is never due for a draft that was withdrawn or a submit that was refused', async () => {
    const live = await signUpLive();
    const draft = await live.create(marylandFacts());
    await live.withdraw(draft.id);
    const incomplete = await live.create(marylandFacts({ parties: [] }));
    await expectRefusal(live.act(incomplete.id, 'submit'), 422, 'gates_failed');
    for (const { id } of [draft, incomplete]) expect(await chargesOf(live, id)).toEqual([]);
  });

  test('is not due for a test case, at any point of its life', async () => {
    const customer = await signUp();
    const { id } = await customer.submitted(buildFacts());
    await customer.advance(id);
    await customer.withdraw(id);
    expect(await chargesOf(customer, id)).toEqual([]);
  });
});

describe('paying online', () => {
  test('is off: checkout and confirm are 409 and the charge stays due', async () => {
    const live = await signUpLive();
    const { id } = await live.submitted(marylandFacts());
    const [due] = await chargesOf(live, id);
    for (const step of ['checkout', 'confirm']) {
      const path = `/v1/cases/${id}/charges/${due?.id}/${step}`;
      await expectRefusal(live.send('POST', path), 409, 'payments_unavailable');
    }
    expect(await chargesOf(live, id)).toEqual([due]);
  });

  test('a charge that is not of the case, or a case that is not of the caller, is not found', async () => {
    const [live, stranger] = await Promise.all([signUpLive(), signUpLive()]);
    const { id } = await live.submitted(marylandFacts());
    const other = await live.submitted(marylandFacts());
    const [due] = await chargesOf(live, other.id);
    for (const step of ['checkout', 'confirm']) {
      for (const charge of [due?.id, newId('charge'), 'chg_1', id]) {
        await expectRefusal(live.send('POST', `/v1/cases/${id}/charges/${charge}/${step}`), 404, 'not_found');
      }
      await expectRefusal(stranger.send('POST', `/v1/cases/${other.id}/charges/${due?.id}/${step}`), 404, 'not_found');
    }
  });
});
