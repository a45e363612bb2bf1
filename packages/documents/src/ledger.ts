import type { CaseFacts, IsoDate, LedgerEntry } from '@evict/case-model';
import type { TableBlock } from './layout/blocks.ts';
import { money } from './wording.ts';

export interface Account {
  /** `position`: the place of the entry in the ledger as sent, from 1. */
  readonly rows: readonly { readonly entry: LedgerEntry; readonly position: number; readonly balance: bigint }[];
  readonly charges: bigint;
  readonly payments: bigint;
  readonly balance: bigint;
}

/** The ledger by day, entries of one day in the order sent, with the running balance. Exact for any amounts. */
export function accountOf({ ledger = [] }: Pick<CaseFacts, 'ledger'>): Account {
  let charges = 0n;
  let payments = 0n;
  const rows = ledger
    .map((entry, index) => ({ entry, position: index + 1 }))
    .toSorted((one, other) => compareDates(one.entry.date, other.entry.date))
    .map(({ entry, position }) => {
      if (entry.type === 'charge') charges += BigInt(entry.amountCents);
      else payments += BigInt(entry.amountCents);
      return { entry, position, balance: charges - payments };
    });
  return { rows, charges, payments, balance: charges - payments };
}

/** The day of the last entry; null without one. */
export function lastDate({ rows }: Account): IsoDate | null {
  return rows.at(-1)?.entry.date ?? null;
}

export function ledgerTable({ rows, charges, payments, balance }: Account): TableBlock {
  return {
    kind: 'table',
    columns: [
      { title: 'Date', width: 66, align: 'left' },
      { title: 'Description', width: 'rest', align: 'left' },
      { title: 'Charge', width: 'fit', align: 'right' },
      { title: 'Payment', width: 'fit', align: 'right' },
      { title: 'Balance', width: 'fit', align: 'right' },
    ],
    rows: rows.map(({ entry, balance: after }) => {
      const amount = money(entry.amountCents);
      const charged = entry.type === 'charge';
      return [
        entry.date,
        entry.memo ?? (charged ? 'Charge' : 'Payment'),
        charged ? amount : '',
        charged ? '' : amount,
        money(after),
      ];
    }),
    totals: [['', 'Total', money(charges), money(payments), money(balance)]],
  };
}

function compareDates(one: IsoDate, other: IsoDate): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
