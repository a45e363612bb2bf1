import type { LedgerEntry } from '../shared/ledger.ts';

export const ledgerTypeNames: Readonly<Record<LedgerEntry['type'], string>> = {
  charge: 'Charge',
  payment: 'Payment',
};

export const ledgerWords = {
  ledger: 'Ledger',
  empty: 'The ledger has no entries.',
  date: 'Date',
  type: 'Type',
  memo: 'Memo',
  amount: 'Amount',
  balance: 'Balance',
  pages: 'Pages of the ledger',
  page: (number: number) => `Page ${number} of the ledger`,
  controls: { first: 'First page', last: 'Last page', next: 'Next page', previous: 'Previous page' },
  shown: (first: number, last: number, all: number) => `Entries ${first} to ${last} of ${all}`,
};
