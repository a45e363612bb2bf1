import { importRow, validate } from '@evict/contract';
import { expect, test } from 'vitest';
import { columnOfFault, guessCaseColumns, readCaseFile, readLedgers, rowOf, valuesOf } from './import-columns.ts';

const file = [
  'Account,Tenant,Street,Unit,City,State,Zip,Owner,Move-in,Rent,Balance due',
  'A-1,Terry Example; Alex Example,12 Sandbox Way,3B,Testville,ZZ,00001,Sandbox Holdings LLC,7/1/2025,"$1,400.00","1,900"',
].join('\n');

test('a file of cases is read by the names of its columns, as the interface takes it', () => {
  const { header, rows } = readCaseFile(file);
  const mapping = guessCaseColumns(header);
  expect(mapping).toEqual([
    'reference',
    'defendants',
    'property.line1',
    'property.unit',
    'property.city',
    'property.state',
    'property.zip',
    'property.ownerOfRecord',
    'lease.startDate',
    'lease.monthlyRentCents',
    'amountOwedCents',
  ]);
  const row = rowOf(valuesOf(rows[0] ?? [], mapping));
  expect(validate(importRow, row)).toMatchObject({ ok: true });
  expect(row).toMatchObject({
    reference: 'A-1',
    ground: 'nonpayment',
    parties: [
      { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
      { role: 'defendant', name: 'Terry Example' },
      { role: 'defendant', name: 'Alex Example' },
    ],
    lease: { startDate: '2025-07-01', monthlyRentCents: 140_000 },
    amountOwedCents: 190_000,
  });
});

test('what cannot be read is sent as it is, and its fault leads to its column', () => {
  const checked = validate(importRow, rowOf({ reference: 'A', amountOwedCents: 'a lot', 'property.state': 'ZZ' }));
  const columns = checked.ok ? [] : checked.issues.map(({ path }) => columnOfFault(path));
  expect(columns).toEqual(expect.arrayContaining(['amountOwedCents', 'property.line1', 'property.zip']));
});

test('ledgers are rows of a file of their own, by the reference of their case', () => {
  const text = 'Ref,Date,Charge,Payment\nA,5/1/2026,1400,\nB,5/1/2026,10,\nA,5/4/2026,,900\n,5/1/2026,1,\nB,never,1,';
  const { ledgers, unread } = readLedgers(text);
  expect(unread).toBe(2);
  expect(ledgers.get('A')).toMatchObject([
    { date: '2026-05-01', type: 'charge', amountCents: 140_000 },
    { date: '2026-05-04', type: 'payment', amountCents: 90_000 },
  ]);
  expect(ledgers.get('B')).toHaveLength(1);
});
