import { expect, test } from 'vitest';
import { importRow, validate } from '@evict/contract';
import { alikeReferences, inputOf, joinTenants, meaningOfFault, readCases } from './case-rows.ts';
import { columnsOf } from './columns.ts';
import { sheetOfText } from './csv.ts';
import { caseHeadings } from './headings.ts';

const orderOf = () => 'month-first' as const;
const casesOf = (text: string) => columnsOf(sheetOfText('', text), caseHeadings);

test('a row becomes a case that the API accepts', () => {
  const {
    rows: [row],
  } = readCases(
    casesOf(
      [
        'Account,Tenant,Co-Tenant,Street,City,State,Zip,Owner,Lease start,Rent,Balance due',
        'A-1,Terry Example,Alex Example,12 Sandbox Way,Testville,ZZ,00001,Sandbox Holdings LLC,7/1/2025,"$1,400.00","1,900"',
      ].join('\n'),
    ),
  );
  const input = inputOf(row?.values ?? {}, { orderOf });
  expect(validate(importRow, input)).toMatchObject({ ok: true });
  expect(input).toMatchObject({
    reference: 'A-1',
    ground: 'nonpayment',
    entryPoint: 'notice',
    parties: [
      { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
      { role: 'defendant', name: 'Terry Example' },
      { role: 'defendant', name: 'Alex Example' },
    ],
    lease: { startDate: '2025-07-01', monthlyRentCents: 140_000 },
    amountOwedCents: 190_000,
  });
});

test("a value that can't be read is sent unchanged, and its error leads to its field", () => {
  const values = {
    reference: 'A',
    amountOwedCents: 'a lot',
    'lease.endDate': '6/30/60',
    defendants: 'T',
    plaintiffs: 'P',
  };
  const checked = validate(importRow, inputOf(values, { orderOf }));
  const fields = checked.ok ? [] : checked.issues.map(({ path }) => meaningOfFault(path, values));
  expect(fields).toEqual(expect.arrayContaining(['amountOwedCents', 'lease.endDate', 'property.zip']));
  expect(meaningOfFault('parties[0].name', values)).toBe('plaintiffs');
  expect(meaningOfFault('parties[1].name', values)).toBe('defendants');
  expect(meaningOfFault('ledger[3].date', values)).toBeNull();
});

test('rows with the same reference that differ only in their tenants become one case', () => {
  const { rows } = readCases(casesOf('Ref,Tenant,Owed\nR1,Pat,5\nR1,Robin,\nR2,Kim,5\nR2,Lee,6\n,A,5\n,B,5'));
  expect(joinTenants(rows).map(({ values: { reference, defendants } }) => [reference, defendants])).toEqual([
    ['R1', 'Pat; Robin'],
    ['R2', 'Kim'],
    ['R2', 'Lee'],
    [undefined, 'A'],
    [undefined, 'B'],
  ]);
});

test("totals, repeated headings and rows that are too long aren't cases", () => {
  const columns = casesOf('Ref,Tenant,Owed\nR1,Pat,5\nRef,Tenant,Owed\nTotal,,5\nR2,Kim,Oak St, Unit 4');
  const { rows, leftOut } = readCases(columns);
  expect(leftOut.map(({ line, reason }) => [line.row, reason])).toEqual([
    [3, 'It repeats the headings.'],
    [4, 'It is a total.'],
    [5, 'It has more cells than the other rows.'],
  ]);
  expect(rows.map(({ values }) => values.reference)).toEqual(['R1']);
});

test("references that differ only in upper and lower case are reported, because a ledger can't distinguish them", () => {
  expect(alikeReferences(readCases(casesOf('Ref,Owed\nAB1,5\nab1,6\nAB2,7')).rows)).toEqual(['AB1', 'ab1']);
  expect(alikeReferences(readCases(casesOf('Ref,Owed\nAB1,5\nAB1,6\n,7')).rows)).toBeNull();
});
