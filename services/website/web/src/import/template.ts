import { type CaseMeaning, caseMeanings, type LedgerMeaning, ledgerMeanings } from './headings.ts';

type Rows = readonly (readonly string[])[];

const exampleCase: Partial<Record<CaseMeaning, string>> = {
  reference: 'UNIT-4B',
  defendants: 'Terry Example; Alex Example',
  'property.line1': '12 Sandbox Way',
  'property.unit': '4B',
  'property.city': 'Testville',
  'property.state': 'ZZ',
  'property.zip': '00001',
  'property.ownerOfRecord': 'Sandbox Holdings LLC',
  'lease.startDate': '2025-06-01',
  'lease.endDate': '2027-05-31',
  'lease.monthlyRentCents': '1400.00',
  amountOwedCents: '500.00',
};

const exampleLines: readonly Partial<Record<LedgerMeaning, string>>[] = [
  { reference: 'UNIT-4B', date: '2026-05-01', charge: '1400.00', balance: '1400.00', memo: 'Rent May' },
  { reference: 'UNIT-4B', date: '2026-05-04', payment: '900.00', balance: '500.00', memo: 'Check 1017' },
];

/** A file of cases with one example, which is read without any change of its columns. */
export const caseTemplate: Rows = tableOf(caseMeanings, [exampleCase]);

/** The ledger of the example case. */
export const ledgerTemplate: Rows = tableOf(ledgerMeanings, exampleLines);

/** The columns that an example fills in, under what people call them. */
function tableOf<M extends string>(
  names: Readonly<Record<M, string>>,
  examples: readonly Partial<Record<M, string>>[],
): Rows {
  const columns = (Object.keys(names) as M[]).filter((meaning) => examples.some((example) => example[meaning]));
  return [
    columns.map((column) => names[column]),
    ...examples.map((example) => columns.map((column) => example[column] ?? '')),
  ];
}
