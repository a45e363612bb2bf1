import { expect, test } from 'vitest';
import {
  caseHeadings,
  caseMeanings,
  headingLineOf,
  ledgerHeadings,
  ledgerMeanings,
  manyLedgersHeadings,
  normalizeHeading,
  proposeMeanings,
} from './headings.ts';
import { caseTemplate, ledgerTemplate } from './template.ts';

const tables = { caseHeadings, ledgerHeadings, manyLedgersHeadings };

test.each(Object.entries(tables))('each heading in %s is normalized and listed for only one meaning', (_, known) => {
  const headings = Object.values(known).flatMap((names) => names.split(', '));
  expect(headings.filter((heading) => normalizeHeading(heading) !== heading)).toEqual([]);
  expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([]);
});

test('the headings of the templates propose their own meanings', () => {
  const [ofCases = []] = caseTemplate;
  const proposed = proposeMeanings(ofCases, caseHeadings);
  expect(proposed.map((meaning) => meaning && caseMeanings[meaning])).toEqual(ofCases);
  const [ofLedgers = []] = ledgerTemplate;
  for (const known of [ledgerHeadings, manyLedgersHeadings]) {
    expect(proposeMeanings(ofLedgers, known).map((meaning) => meaning && ledgerMeanings[meaning])).toEqual(ofLedgers);
  }
});

test.each([
  [' Tenant  Name ', 'defendants'],
  ['TENANT(S)', 'defendants'],
  ['Bal. due', 'amountOwedCents'],
  ['Zip-Code', 'property.zip'],
  ['Unit #', 'property.unit'],
  ['Market Rent', ''],
  ['Owner Address', ''],
  ['Mailing Address', ''],
  ['Resident', ''],
  ['Rent paid through', ''],
  ['', ''],
])('in a file of cases, the heading “%s” proposes the meaning “%s”', (heading, meaning) => {
  expect(proposeMeanings([heading], caseHeadings)).toEqual([meaning]);
});

test.each([
  ['Payment', 'payment'],
  ['Payment #', ''],
  ['% paid', ''],
  ['Amount Paid', 'payment'],
  ['Payment date', 'paymentDate'],
  ['Due date', 'chargeDate'],
  ['Debit', ''],
  ['Credit', ''],
  ['Past Due', ''],
  ['Transaction', ''],
  ['Charge or payment', 'type'],
  ['Debit (Credit)', ''],
])('in a ledger, the heading “%s” proposes the meaning “%s”', (heading, meaning) => {
  expect(proposeMeanings([heading], ledgerHeadings)).toEqual([meaning]);
});

test('if a file has a column for whole names and columns for parts of names, none of them proposes a meaning', () => {
  expect(proposeMeanings(['Tenant', 'First name', 'Last name'], caseHeadings)).toEqual(['', '', '']);
  expect(proposeMeanings(['First name', 'Last name'], caseHeadings)).toEqual(['firstName', 'lastName']);
});

test('two columns that could have the same meaning propose nothing, unless they are columns of tenants', () => {
  expect(proposeMeanings(['Balance', 'Account Balance', 'Rent'], caseHeadings)).toEqual([
    '',
    '',
    'lease.monthlyRentCents',
  ]);
  expect(proposeMeanings(['Tenant', 'Co-Tenant', 'Tenant 3'], caseHeadings)).toEqual([
    'defendants',
    'defendants',
    'defendants',
  ]);
});

test('the line with the most known headings is the heading line, and there is none if no heading is known', () => {
  const lines = [
    ['Rent by account', ''],
    ['Date', '5/31/2026'],
    ['Date', 'Charge', 'Payment'],
    ['5/1/2026', '1', ''],
  ];
  expect(
    headingLineOf(
      lines.map((cells) => ({ cells })),
      ledgerHeadings,
    ),
  ).toBe(2);
  expect(headingLineOf([{ cells: ['5/1/2026', '1400'] }], ledgerHeadings)).toBe(-1);
});
