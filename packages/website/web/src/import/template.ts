/** A template for a file of cases, with one example. The import recognizes its headings. */
export const caseTemplate: readonly (readonly string[])[] = [
  [
    'Your reference',
    'Tenants',
    'Street and number',
    'Unit',
    'City',
    'State',
    'ZIP code',
    'Owner of record',
    'First day of the lease',
    'Last day of the lease',
    'Monthly rent',
    'Amount owed',
  ],
  [
    'UNIT-4B',
    'Terry Example; Alex Example',
    '12 Sandbox Way',
    '4B',
    'Testville',
    'ZZ',
    '00001',
    'Sandbox Holdings LLC',
    '2025-06-01',
    '2027-05-31',
    '1400.00',
    '500.00',
  ],
];

/** The template for a ledger, with the entries of the example case above. */
export const ledgerTemplate: readonly (readonly string[])[] = [
  ['Reference of the case', 'Date', 'Charges', 'Payments', 'Balance after the line', 'Memo'],
  ['UNIT-4B', '2026-05-01', '1400.00', '', '1400.00', 'Rent May'],
  ['UNIT-4B', '2026-05-04', '', '900.00', '500.00', 'Check 1017'],
];
