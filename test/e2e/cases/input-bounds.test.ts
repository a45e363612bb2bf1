import { expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { startService } from '../support/service.ts';

const { signUp } = await startService();
const customer = await signUp();

const maxCents = Number.MAX_SAFE_INTEGER;
/** A character of two UTF-16 units: lengths count characters. */
const wide = (count: number) => '𝒜'.repeat(count);

test('the largest case that the interface allows is kept as it was sent, to the last character', async () => {
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

test('the smallest case that the interface allows is a draft', async () => {
  const facts = buildFacts({ parties: [], attestations: {}, freeText: '' });
  delete facts.lease;
  delete facts.ledger;
  delete facts.amountOwedCents;
  delete facts.property.unit;
  const { data } = await customer.create(facts);
  const { progress, ...kept } = data;
  const { ground: _ground, entryPoint: _entryPoint, ...sent } = facts;
  expect(kept).toEqual(sent);
  expect(progress.ledgerBalanceCents).toBeNull();
});

test('text is data: what looks like markup, SQL, a template or a path comes back untouched', async () => {
  const names = [
    'Robert\'); DROP TABLE "Case";--',
    '<script>alert(1)</script>',
    '${7*7} {{7*7}} %s %00 \\u0000',
    '../../etc/passwd',
    '__proto__',
    ' leading and trailing ',
    'e\u0301 and \u00e9',
    '\u202eright to left\u202c\u200b',
    '\ufeffBOM',
    'line\nbreak\ttab',
  ];
  const parties = names.map((name) => ({ role: 'defendant' as const, name }));
  const { id } = await customer.create(buildFacts({ parties }));
  expect((await customer.read(id)).data.parties).toEqual(parties);
});

test('numbers may be written in any way JSON allows', async () => {
  const raw = JSON.stringify(buildFacts({ amountOwedCents: 123_456 })).replace('123456', '1.23456e5');
  const { status, body } = await customer.send('POST', '/v1/cases', { raw });
  expect([status, body.data.amountOwedCents]).toEqual([201, 123_456]);
});

test('sums beyond the safe integers are still gated and reported', async () => {
  const ledger = Array.from({ length: 1000 }, () => ({
    date: day(-9),
    type: 'charge' as const,
    amountCents: maxCents,
  }));
  const { id, data } = await customer.create(buildFacts({ ledger, amountOwedCents: maxCents }));
  expect(data.progress.ledgerBalanceCents).toBe(1000 * maxCents);
  const balance = (await customer.validate(id)).results.find(({ gate }) => gate === 'ledger_balance');
  expect(balance?.status).toBe('warn');
});
