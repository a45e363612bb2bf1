import { counted, formatCents } from '../shared/format.ts';
import type { ReadLedger, ReadLine } from './ledger.ts';
import { type Answer, type Answers, answerTo, byReference, settle, type SettledLedger, sumOf } from './settle.ts';

/** The balance of one ledger according to its lines, and the balance that it should have. */
export interface Balance {
  /** The key of the reference. */
  reference: string;
  ofLines: number;
  /** The balance according to the file or the books. Null if neither has one. */
  expected: number | null;
  /** The balance according to the books. Null if they have none. */
  ofBooks: number | null;
  /** The number of lines with an amount that are left out. */
  leftOut: number;
  /** The amount owed before the first line of the file, if its balances say so. */
  before: number;
  hasLines: boolean;
}

/**
 * Whether the figures agree. They never do while a line with an amount is left out. The books may show less than the
 * file's balance, because leaving out a fee is lawful, but not more.
 */
export function isMatch({ ofLines, expected, ofBooks, leftOut }: Balance): boolean {
  return ofLines === expected && (ofBooks ?? ofLines) <= ofLines && leftOut === 0;
}

/** The figures of a balance as text. If a person accepted other figures, they are asked again. */
export function figuresOf({ ofLines, expected, ofBooks, leftOut }: Balance): string {
  return JSON.stringify([ofLines, expected, ofBooks, leftOut]);
}

/** Whether a ledger contains balances to compare with. Totals are sums, not balances. */
export function hasBalances({ lines }: ReadLedger): boolean {
  return lines.some(isRunning);
}

function isRunning({ balance, kind }: ReadLine): boolean {
  return balance !== null && kind !== 'total';
}

/** Says how many lines with an amount are left out. Null if none is. */
export function leftOutText({ leftOut }: Balance): string | null {
  return leftOut === 0
    ? null
    : `${counted(leftOut, 'line')} with an amount ${leftOut === 1 ? 'was' : 'were'} left out.`;
}

/** Says why the figures differ, if the file's balances show it. */
export function beforeText({ before, expected, ofLines }: Balance): string | null {
  return before !== 0 && expected !== null && expected - ofLines === before
    ? `The file starts with a balance of ${formatCents(before)} from before.`
    : null;
}

/**
 * The balances of the ledgers with these references. `books` contains what a tenant owes if the file has no balance.
 */
export function balancesOf(
  { lines }: ReadLedger,
  { entries, leftOut }: SettledLedger,
  books: ReadonlyMap<string, number | null>,
): Balance[] {
  const linesOf = byReference(lines);
  const entriesOf = byReference(entries);
  const leftOutOf = byReference(leftOut);
  return [...books].map(([reference, ofBooks]) => {
    const own = inTime(linesOf.get(reference) ?? []);
    const ofReference = entriesOf.get(reference) ?? [];
    const first = own.find(({ balance }) => balance !== null);
    return {
      reference,
      ofLines: sumOf(ofReference),
      expected: own.findLast(isRunning)?.balance ?? ofBooks,
      ofBooks,
      leftOut: new Set(leftOutOf.get(reference)?.flatMap(({ hasAmount, line }) => (hasAmount ? [line] : []))).size,
      before: (first?.balance ?? 0) - sumOf(ofReference.filter(({ line }) => line === first?.line)),
      hasLines: own.length > 0,
    };
  });
}

/** Sorts the lines oldest first. A file begins with its newest line if more of its dates go backward than forward. */
function inTime(lines: readonly ReadLine[]): readonly ReadLine[] {
  const dates = lines.flatMap(({ dates: { charge, payment } }) => {
    const date = typeof charge === 'string' ? charge : payment;
    return typeof date === 'string' ? [date] : [];
  });
  const steps = dates.slice(1).map((date, at) => date.localeCompare(dates[at] ?? ''));
  return steps.filter((step) => step < 0).length > steps.filter((step) => step > 0).length ? lines.toReversed() : lines;
}

/** How many balances match with these additional answers. */
interface Evidence {
  answers: Answers;
  matches: number;
}

/** With more open questions there are too many combinations to try. */
const mostOpen = 4;

/**
 * Tries every combination of answers to the open questions. The first result has the most matches. Empty if too many
 * questions are open.
 */
export function evidenceFor(
  ledger: ReadLedger,
  answers: Answers,
  books: ReadonlyMap<string, number | null>,
): Evidence[] {
  const open = ledger.groups.filter((group) => answerTo(group, answers) === null);
  if (open.length === 0 || open.length > mostOpen) return [];
  let possible: Answers[] = [answers];
  for (const { id } of open) {
    possible = possible.flatMap((one) =>
      (['charge', 'payment'] as const).map((side) => new Map<string, Answer>([...one, [id, side]])),
    );
  }
  return possible
    .map((one) => ({ answers: one, matches: matchesWith(ledger, one, books) }))
    .toSorted((a, b) => b.matches - a.matches);
}

/** How many balances match with these answers. */
export function matchesWith(ledger: ReadLedger, answers: Answers, books: ReadonlyMap<string, number | null>): number {
  return balancesOf(ledger, settle(ledger, answers), books).filter(isMatch).length;
}
