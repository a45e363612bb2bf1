import type { CaseFacts, IsoDate, LedgerEntry } from '@evict/case-model';
import { type Table, table } from './layout/blocks.ts';
import { money } from './wording.ts';

export interface Account {
  /** The entries with the running balance. `position` is the entry's place in the submitted ledger, starting at 1. */
  readonly rows: readonly { readonly entry: LedgerEntry; readonly position: number; readonly balance: bigint }[];
  readonly charges: bigint;
  readonly payments: bigint;
  readonly balance: bigint;
}

/**
 * Sorts the ledger by day and adds up its balance. Entries on the same day keep their submitted order. The sums are
 * exact, however large the amounts are.
 */
export function accountOf({ ledger = [] }: Pick<CaseFacts, 'ledger'>): Account {
  let charges = 0n;
  let payments = 0n;
  const rows = ledger
    .map((entry, index) => ({ entry, position: index + 1 }))
    .toSorted((one, other) => Date.parse(one.entry.date) - Date.parse(other.entry.date))
    .map(({ entry, position }) => {
      if (entry.type === 'charge') charges += BigInt(entry.amountCents);
      else payments += BigInt(entry.amountCents);
      return { entry, position, balance: charges - payments };
    });
  return { rows, charges, payments, balance: charges - payments };
}

/** Returns the day of the last entry. Null if the ledger is empty. */
export function lastDate({ rows }: Account): IsoDate | null {
  return rows.at(-1)?.entry.date ?? null;
}

/** Returns the account as a table for a paper. */
export function ledgerTable({ rows, charges, payments, balance }: Account): Table {
  return table(
    { Date: 66, Description: 'rest', Charge: 'money', Payment: 'money', Balance: 'money' },
    rows.map(({ entry: { date, type, memo, amountCents }, balance: after }) => {
      const amounts = type === 'charge' ? [money(amountCents), ''] : ['', money(amountCents)];
      return [date, memo ?? (type === 'charge' ? 'Charge' : 'Payment'), ...amounts, money(after)];
    }),
    [['', 'Total', money(charges), money(payments), money(balance)]],
  );
}

/** Returns a numbered table of files with the full SHA-256 of each, which identifies its bytes. */
export function fileTable(files: readonly { what: string; filename: string; contentHash: string }[]): Table {
  return table(
    { 'No.': 30, 'What it is': 102, File: 'rest', 'SHA-256': 190 },
    files.map(({ what, filename, contentHash: hash }, index) => [
      String(index + 1),
      what,
      filename,
      `${hash.slice(0, 32)}\n${hash.slice(32)}`,
    ]),
  );
}
