import { readAmount } from './amount.ts';
import type { Line } from './table.ts';

/** Distinguishes lines that sum up other lines from lines with an amount of their own. */
export interface Totals {
  /** Adds a line with amounts of its own. */
  add: (line: Line) => void;
  /** Returns whether a line is labeled as a total and equals the sum of all lines, or of those since the last total. */
  isTotal: (line: Line) => boolean;
}

/** Returns whether a cell says that its line is a total. */
export function namesTotal(text: string): boolean {
  return /^(?:grand |sub-?)?totals?\b/i.test(text);
}

export function createTotals(columns: readonly number[]): Totals {
  const amountsOf = ({ cells }: Line) => columns.map((column) => readAmount(cells[column] || '0') ?? NaN);
  let all = columns.map(() => 0);
  let sinceTotal = all;
  const plus = (sums: readonly number[], line: Line) => amountsOf(line).map((cents, at) => (sums[at] ?? 0) + cents);
  return {
    add(line) {
      all = plus(all, line);
      sinceTotal = plus(sinceTotal, line);
    },
    isTotal(line) {
      if (!line.cells.some(namesTotal)) return false;
      const sums = amountsOf(line);
      const isSumOf = (expected: readonly number[]) =>
        sums.some((cents) => cents !== 0) && sums.every((cents, at) => cents === expected[at]);
      const isOne = isSumOf(all) || isSumOf(sinceTotal);
      if (isOne) sinceTotal = columns.map(() => 0);
      return isOne;
    },
  };
}
