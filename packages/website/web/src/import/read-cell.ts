import { formatCents } from '../shared/format.ts';
import { readAmount } from './amount.ts';
import { type DateColumn, type DateOrder, readDate } from './dates.ts';
import type { CaseMeaning, LedgerMeaning } from './headings.ts';
import type { Line } from './table.ts';

type Meaning = CaseMeaning | LedgerMeaning;

const amounts: ReadonlySet<string> = new Set<Meaning>([
  'lease.monthlyRentCents',
  'amountOwedCents',
  'charge',
  'payment',
  'amount',
  'balance',
]);
const days: ReadonlySet<string> = new Set<Meaning>([
  'lease.startDate',
  'lease.endDate',
  'date',
  'chargeDate',
  'paymentDate',
]);

/** Returns whether a column with this meaning contains amounts. */
export function hasAmounts(meaning: string): boolean {
  return amounts.has(meaning);
}

/** Returns how many cells of each column the user has to fix. */
export function faultsIn(
  meanings: readonly string[],
  dates: ReadonlyMap<number, DateColumn>,
  lines: readonly Line[],
): number[] {
  return meanings.map(
    (meaning, at) =>
      lines.filter(({ cells }) => readCell(meaning, cells[at] ?? '', dates.get(at)?.order ?? null) === null).length,
  );
}

/** Returns how the import reads a cell, given the meaning of its column. Null if the user has to fix the cell. */
export function readCell(meaning: string, text: string, order: DateOrder | null): string | null {
  if (text === '') return '';
  if (hasAmounts(meaning)) {
    const cents = readAmount(text);
    return cents === null ? null : formatCents(cents);
  }
  if (days.has(meaning)) return order !== null && readDate(text, order) === null ? null : text;
  if (meaning === ('property.zip' satisfies Meaning)) return /^\d{5}(?:-\d{4})?$/.test(text) ? text : null;
  return text;
}
