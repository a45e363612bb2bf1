import { expect, test } from 'vitest';
import { pathOfGate, stepOf, stepsFor } from './steps.ts';
import { pageData } from '../../../../src/page-data.ts';
import { draftEntry, factsText, ledgerOf } from './ledger-entries.ts';
import { amountFaults, emptyValues, factsOf, partiesWithName, removalFaults, valuesOf } from './values.ts';

const { sampleCase } = pageData;
const everything = () => true;

test('facts are unchanged after they are put into the form and read from it', () => {
  const { ground, entryPoint, ledger, ...facts } = sampleCase;
  const one = { ground, entryPoint, data: { ...facts, ledger } } as unknown as Parameters<typeof valuesOf>[0];
  expect(factsOf(valuesOf(one), ledger, everything)).toEqual({ ...facts, ledger, freeText: '' });
});

test('facts are compared by content, regardless of the order of their fields', () => {
  const { ground, entryPoint, ...data } = sampleCase;
  const one = { ground, entryPoint, data } as unknown as Parameters<typeof factsText>[0];
  const reversed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(reversed)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([name, part]) => [name, reversed(part)]),
          )
        : value;
  expect(factsText(reversed(one) as typeof one)).toBe(factsText(one));
  const memo = (data.ledger ?? []).map((line) => ({ ...line, memo: 'Another' }));
  expect(factsText({ ...one, data: { ...one.data, ledger: memo } })).not.toBe(factsText(one));
});

test("empty values aren't sent, and a party without a name doesn't count", () => {
  const values = emptyValues('ZZ');
  values.parties[1] = { role: 'defendant', name: ' Terry Example ', isEntity: false };
  expect(partiesWithName(values)).toEqual([1]);
  expect(factsOf(values, undefined, everything)).toEqual({
    property: { state: 'ZZ' },
    parties: [{ role: 'defendant', name: 'Terry Example' }],
    lease: {},
    attestations: {},
    freeText: '',
  });
});

test('an invalid amount is reported at its field', () => {
  const values = { ...emptyValues('ZZ'), amountOwedCents: 'plenty' };
  values.lease.monthlyRentCents = '1,400';
  expect(amountFaults(values, 'no amount')).toEqual({ amountOwedCents: 'no amount' });
});

test('emptying a saved value is an error if the step asks for it', () => {
  const values = emptyValues('ZZ');
  const violation = { description: 'A second dog.', date: '2026-05-01' };
  expect(removalFaults(values, { amountOwedCents: 0, violation }, everything, 'stays')).toEqual({
    amountOwedCents: 'stays',
    'violation.description': 'stays',
  });
  expect(
    removalFaults(values, { amountOwedCents: 0, violation }, (path) => path === 'amountOwedCents', 'stays'),
  ).toEqual({ amountOwedCents: 'stays' });
  expect(removalFaults({ ...values, violation }, { violation }, everything, 'stays')).toEqual({});
});

test('a blank ledger line is left out, and an invalid one is reported by its index', () => {
  const { ledger, places, faults } = ledgerOf([
    draftEntry(),
    draftEntry({ date: '2026-05-01', amount: '1,400', memo: ' Rent ' }),
    draftEntry({ amount: '5' }),
    draftEntry({ date: '2026-05-02', amount: '-5' }),
  ]);
  expect(ledger).toEqual([{ date: '2026-05-01', type: 'charge', amountCents: 140_000, memo: 'Rent' }]);
  expect(places).toEqual([1]);
  expect([...faults]).toEqual([
    [2, 'date'],
    [3, 'amount'],
  ]);
});

test('the steps of the form follow from the required facts', () => {
  expect(stepsFor(['property.line1', 'ledger', 'amountOwedCents'])).toEqual([
    'place',
    'parties',
    'lease',
    'ledger',
    'attestations',
    'evidence',
    'finish',
  ]);
  expect(stepsFor(['violation.date', 'priorNotice.method'])).toContain('priorNotice');
  expect(stepOf('parties[0].name')).toBe('parties');
  expect(stepOf(pathOfGate('prior_notice_document'))).toBe('evidence');
});
