import type { LedgerEntry } from '../shared/ledger.ts';

export const ledgerTypeNames: Readonly<Record<LedgerEntry['type'], string>> = {
  charge: 'Charge',
  payment: 'Payment',
};

export const ledgerWords = {
  controls: { first: 'First page', last: 'Last page', next: 'Next page', previous: 'Previous page' },
};
