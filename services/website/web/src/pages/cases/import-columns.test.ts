import { importRow, validate } from '@evict/contract';
import { expect, test } from 'vitest';
import { rowsOfText } from '../../shared/table.ts';
import {
  type CaseValues,
  columnOfFault,
  guessCaseColumns,
  guessCaseSheet,
  guessLedgerSheet,
  readCases,
  readLedgers,
  rowOf,
  valuesOf,
} from './import-columns.ts';

const file = [
  'Account,Tenant,Street,Unit,City,State,Zip,Owner,Move-in,Rent,Balance due',
  'A-1,Terry Example; Alex Example,12 Sandbox Way,3B,Testville,ZZ,00001,Sandbox Holdings LLC,7/1/2025,"$1,400.00","1,900"',
].join('\n');

test('a file of cases is read by the names of its columns, as the interface takes it', () => {
  const { header, rows } = readCases(rowsOfText(file));
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
  expect(rowOf({ 'lease.startDate': '7/1/98', 'lease.endDate': '6/30/60' })).toMatchObject({
    lease: { startDate: '1998-07-01', endDate: '6/30/60' },
  });
});

test('what cannot be read is sent as it is, and its fault leads to its column', () => {
  const columnsOf = (values: CaseValues, ledger?: object[]) => {
    const checked = validate(importRow, rowOf(values, ledger));
    return checked.ok ? [] : checked.issues.map(({ path }) => columnOfFault(path, values));
  };
  const bad = { reference: 'A', amountOwedCents: 'a lot', 'property.state': 'ZZ' };
  expect(columnsOf(bad)).toEqual(expect.arrayContaining(['amountOwedCents', 'property.line1', 'property.zip']));
  const long = 'n'.repeat(1000);
  expect(columnsOf({ ...bad, plaintiffs: long, defendants: 'T' })).toContain('plaintiffs');
  expect(columnsOf({ ...bad, plaintiffs: 'P', defendants: long })).toContain('defendants');
  expect(columnsOf({ ...bad, plaintiffs: 'P', defendants: 'T' }, [{ date: 'never' }])).toContain(null);
});

test('ledgers are rows of a file of their own, by the reference of their case', () => {
  const text = 'Ref,Date,Charge,Payment\nA,5/1/2026,1400,\nB,5/1/2026,10,\nA,5/4/2026,,900\n,5/1/2026,1,\nB,never,1,';
  const { ledgers, unread } = readLedgers(rowsOfText(text));
  expect(unread).toBe(2);
  expect(readLedgers(rowsOfText('Ref,Date,Charge,Late fee\nA,5/1/2026,1400,35')).unused).toEqual(['Late fee']);
  expect(ledgers.get('A')).toMatchObject([
    { date: '2026-05-01', type: 'charge', amountCents: 140_000 },
    { date: '2026-05-04', type: 'payment', amountCents: 90_000 },
  ]);
  expect(ledgers.get('B')).toHaveLength(1);
});

test('titles above the names are left out, and sheets are known by their names of columns', () => {
  const sheet = (name: string, text: string) => ({ name, rows: rowsOfText(text) });
  const cases = sheet(
    'Rent roll',
    `Rent by account\nAs of,5/31/2026\n${file.replace('Balance due', '"Balance\n due"')}`,
  );
  const ledgers = sheet('Sheet2', 'Ledger balance\nAccount,Date,Amount,Balance\nA-1,5/1/2026,1400,1400');
  const others = [sheet('Cover', 'Portfolio'), sheet('Dates', 'Date,Amount\n5/1/2026,1')];
  expect(readCases(cases.rows)).toMatchObject({ titles: 2, rows: [{ length: 11 }] });
  expect(readCases(cases.rows).header.at(-1)).toBe('Balance due');
  expect(rowOf({ defendants: 'Terry\nAlex' })).toMatchObject({ parties: [{ name: 'Terry' }, { name: 'Alex' }] });
  expect(readLedgers(ledgers.rows)).toMatchObject({ ledgers: { size: 1 }, unread: 0 });
  expect(guessCaseSheet([...others, ledgers, cases])).toBe(cases);
  expect(guessLedgerSheet([...others, ledgers])).toBe(ledgers);
  expect([guessCaseSheet([]), guessLedgerSheet(others)]).toEqual([null, null]);
  // Rows that name much are no header where they have an amount.
  const unnamed = 'Konto,Mieter,Ort\nTenant Street,Unit City,1400\nTenant Street,Unit City,1400';
  expect(readCases(rowsOfText(unnamed))).toMatchObject({ titles: 0, rows: [{}, {}] });
});
