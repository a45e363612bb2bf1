import { describe, expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

// These tests show what creating and changing a draft stores and refuses. The schema's own tests cover every limit of
// every field.

const { signUp } = await sharedService();
const customer = await signUp();

const maxCents = Number.MAX_SAFE_INTEGER;
/** This character takes two UTF-16 code units, but counts once toward a length. */
const wide = (count: number) => '𝒜'.repeat(count);

describe('a new case', () => {
  test("is refused with the path of the error if its JSON breaks a rule, and isn't stored", async () => {
    const other = await signUp();
    const create = (raw: string) => other.send('POST', '/v1/cases', { raw });
    const owing = (json: string) => JSON.stringify(buildFacts({ amountOwedCents: 123_456 })).replace('123456', json);
    for (const [raw, fault] of [
      [owing('9007199254740993'), 'amountOwedCents too_large'],
      [owing('1e400'), 'amountOwedCents too_large'],
      [owing('"123456"'), 'amountOwedCents type'],
      [owing('null'), 'amountOwedCents null'],
      [owing('1,"owed":1'), 'owed unknown_field'],
      [owing('1,"freeText":"a\\udfff"'), 'freeText invalid_text'],
      [owing('1,"freeText":"\\u0000"'), 'freeText invalid_text'],
      [owing(`1,"freeText":"${'\\ud83d\\ude00'.repeat(5001)}"`), 'freeText too_long'],
      [owing('1,"lease":{"startDate":"2026-02-30"}'), 'lease.startDate date'],
      ['[]', ' type'],
      ['', ' required'],
      ['{"ground":', ' unreadable'],
    ] as const)
      expect(await expectIssues(create(raw)), fault).toEqual([fault]);
    const padded = (bytes: number) => `${JSON.stringify(buildFacts())}${' '.repeat(bytes)}`.slice(0, bytes);
    await expectRefusal(create(padded(8 * 2 ** 20 + 1)), 413, 'payload_too_large');
    expect((await other.send('GET', '/v1/cases')).body).toEqual({ items: [], nextCursor: null });
    expect((await create(padded(4 * 2 ** 20))).status).toBe(201);
    // JSON allows several ways to write a number.
    expect((await create(owing('1.23456e5'))).body.data.amountOwedCents).toBe(123_456);
  });

  test('is stored exactly as it was sent, even if it is the largest that the API allows', async () => {
    const facts = buildFacts({
      property: {
        line1: wide(200),
        unit: wide(50),
        city: wide(100),
        county: wide(100),
        state: 'zz',
        zip: '00001-0001',
        ownerOfRecord: wide(200),
      },
      parties: Array.from({ length: 20 }, () => ({ role: 'plaintiff', name: wide(200), isEntity: false })),
      lease: { startDate: '1900-01-01', endDate: '2200-12-31', monthlyRentCents: maxCents },
      ledger: Array.from({ length: 1000 }, (_, index) => ({
        date: '2024-02-29',
        type: index % 2 === 0 ? 'charge' : 'payment',
        amountCents: maxCents,
        memo: wide(500),
      })),
      amountOwedCents: maxCents,
      violation: { description: wide(5000), date: day(0) },
      priorNotice: { servedDate: day(0), method: 'first_class_mail', periodDays: 365 },
      freeText: wide(5000),
    });
    const { id } = await customer.create(facts);
    const { ground, entryPoint, data } = await customer.read(id);
    const { progress, ...kept } = data;
    expect({ ground, entryPoint, ...kept }).toEqual(facts);
    expect(progress.ledgerBalanceCents).toBe(0);
  });

  test('is stored exactly as it was sent, even with only the required facts', async () => {
    const facts = buildFacts({ parties: [], attestations: {}, freeText: '' });
    delete facts.lease;
    delete facts.ledger;
    delete facts.amountOwedCents;
    delete facts.property.unit;
    const { ground, entryPoint, data } = await customer.create(facts);
    const { progress, ...kept } = data;
    expect({ ground, entryPoint, ...kept }).toEqual(facts);
    expect(progress.ledgerBalanceCents).toBeNull();
  });

  test('is shown with its balance and checked by the gates even if the sum of its ledger exceeds the safe integer range', async () => {
    const charge = { date: day(-9), type: 'charge' as const, amountCents: maxCents };
    const ledger = Array.from({ length: 1000 }, () => charge);
    const { id, data } = await customer.create(buildFacts({ ledger, amountOwedCents: maxCents }));
    expect(data.progress.ledgerBalanceCents).toBe(1000 * maxCents);
    const balance = (await customer.validate(id)).results.find(({ gate }) => gate === 'ledger_balance');
    expect(balance?.status).toBe('warn');
  });
});

describe('a change to a draft', () => {
  async function draft() {
    const { id } = await customer.create(buildFacts({ freeText: 'as it was' }));
    return { id, patch: (body: object) => customer.send('PATCH', `/v1/cases/${id}`, { body }) };
  }

  test("replaces or adds whole fields, and keeps the fields that aren't sent", async () => {
    const { id } = await draft();
    const before = await customer.read(id);
    const changes = {
      lease: { endDate: day(400) },
      attestations: { servicemember: 'unknown' },
      parties: [{ role: 'plaintiff', name: 'Robin Owner' }],
      ledger: [],
      violation: { description: 'Keeps a horse in the kitchen.', date: day(-3) },
    } as const;
    const edited = await customer.edit(id, changes);
    expect(edited.data).toEqual({ ...before.data, ...changes, progress: expect.anything() });
    expect(edited.data.progress.ledgerBalanceCents).toBe(0);
    expect(await customer.read(id)).toEqual(edited);
    expect([edited.state, edited.createdAt]).toEqual(['draft', before.createdAt]);
    expect(edited.updatedAt > before.updatedAt).toBe(true);
    // A change to the same values leaves everything as it was, including updatedAt.
    for (const nothing of [{}, { ...changes, ground: edited.ground }]) {
      expect(await customer.edit(id, nothing)).toEqual(edited);
    }
  });

  test("can't set the payment address, which has its own endpoint, and keeps that address when the lease is replaced", async () => {
    const { id, patch } = await draft();
    const say = (paymentAddress: unknown) =>
      customer.send('PUT', `/v1/cases/${id}/payment-address`, { body: { paymentAddress } });
    const before = await customer.read(id);
    const paymentAddress = '4 Office Street';
    const { updatedAt, ...said } = (await say(paymentAddress)).body;
    expect(said).toEqual({
      ...before,
      updatedAt: undefined,
      data: { ...before.data, paymentAddress, progress: expect.anything() },
    });
    expect(updatedAt > before.updatedAt).toBe(true);
    expect((await say(paymentAddress)).body.updatedAt).toBe(updatedAt);
    expect((await patch({ lease: { monthlyRentCents: 1 } })).body.data).toMatchObject({ paymentAddress });
    for (const body of [{ paymentAddress }, { lease: { paymentAddress } }]) {
      expect((await expectIssues(patch(body)))[0]).toMatch(/paymentAddress unknown_field$/);
    }
    expect(await expectIssues(say('x'.repeat(301)))).toEqual(['paymentAddress too_long']);
    expect((await say(null)).body.data).not.toHaveProperty('paymentAddress');
  });

  test('is refused with the name of the field if it changes ground or entryPoint, but may contain their current values', async () => {
    const { id, patch } = await draft();
    const before = await customer.read(id);
    for (const [field, value] of Object.entries({ ground: 'holdover', entryPoint: 'filing' })) {
      const details = await expectRefusal(patch({ freeText: 'changed', [field]: value }), 422, 'invalid_request');
      expect(details).toEqual({ field });
    }
    expect(await expectIssues(patch({ ground: 'rent', state: 'closed', lease: null }))).toEqual([
      'ground one_of',
      'lease null',
      'state unknown_field',
    ]);
    expect(await customer.read(id)).toEqual(before);
    const same = await customer.edit(id, { freeText: 'changed', ground: 'nonpayment', entryPoint: 'notice' });
    expect(same.data.freeText).toBe('changed');
  });

  test('moves the case into or out of the sandbox if it changes the state of the property', async () => {
    const { id } = await draft();
    const { property } = buildFacts();
    await customer.edit(id, { property: { ...property, state: 'MD' } });
    await expectRefusal(customer.act(id, 'advance'), 409, 'sandbox_only');
    expect((await customer.validate(id)).passed).toBe(true);
    expect(await expectRefusal(customer.act(id, 'submit'), 422, 'documents_unavailable')).toBeNull();
    await customer.edit(id, { property: { ...property, state: 'zz' } });
    expect((await customer.submit(id)).case.state).toBe('notice_review');
  });

  test('is refused once the case is submitted', async () => {
    const { id, patch } = await draft();
    await customer.submit(id);
    for (let step = 0; step < 2; step += 1) {
      const before = await customer.read(id);
      await expectRefusal(patch({ freeText: 'late' }), 409, 'invalid_state');
      await expectRefusal(patch({ ground: 'holdover' }), 409, 'invalid_state');
      expect(await expectIssues(patch({ freeText: 1 }))).toEqual(['freeText type']);
      expect(await customer.read(id)).toEqual(before);
      await customer.advance(id);
    }
  });
});
