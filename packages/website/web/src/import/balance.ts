import { counted, formatCents } from '../shared/format.ts';
import type { ReadLedger, ReadLine } from './ledger.ts';
import { type Answer, type Answers, answerTo, byReference, settle, type SettledLedger, sumOf } from './settle.ts';

/** The balance of one ledger by its lines, against the one that it should have. */
export interface Balance {
  /** Its key. */
  reference: string;
  ofLines: number;
  /** By the file or by the books; null where neither has one. */
  expected: number | null;
  /** By the books alone; null where they have none. */
  ofBooks: number | null;
  /** How many lines with an amount are left out. */
  leftOut: number;
  /** What was owed before the first line of the file, if its balances say so. */
  before: number;
  hasLines: boolean;
}

/**
 * Whether the figures agree. They never do while a line with an amount is left out. The books may demand less than the
 * balance of the file, because leaving out a fee is lawful, but not more.
 */
export function isMatch({ ofLines, expected, ofBooks, leftOut }: Balance): boolean {
  return ofLines === expected && (ofBooks ?? ofLines) <= ofLines && leftOut === 0;
}

/** The figures of a balance as a text: what somebody accepted with other figures is asked about again. */
export function figuresOf({ ofLines, expected, ofBooks, leftOut }: Balance): string {
  return JSON.stringify([ofLines, expected, ofBooks, leftOut]);
}

/** Whether a ledger has balances of its own to compare with. Totals are sums, not balances. */
export function hasBalances({ lines }: ReadLedger): boolean {
  return lines.some(isRunning);
}

function isRunning({ balance, kind }: ReadLine): boolean {
  return balance !== null && kind !== 'total';
}

/** How many lines with an amount are left out, in words; null if none is. */
export function leftOutText({ leftOut }: Balance): string | null {
  return leftOut === 0
    ? null
    : `${counted(leftOut, 'line')} with an amount ${leftOut === 1 ? 'was' : 'were'} left out.`;
}

/** Why the figures differ, where the balances of the file say it. */
export function beforeText({ before, expected, ofLines }: Balance): string | null {
  return before !== 0 && expected !== null && expected - ofLines === before
    ? `The file starts with a balance of ${formatCents(before)} from before.`
    : null;
}

/** The balances of the ledgers of these references. `books` says what a tenant owes where the file has no balance. */
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

/** Oldest first: where more dates go backward than forward, a file begins with its newest line. */
function inTime(lines: readonly ReadLine[]): readonly ReadLine[] {
  const dates = lines.flatMap(({ dates: { charge, payment } }) => {
    const date = typeof charge === 'string' ? charge : payment;
    return typeof date === 'string' ? [date] : [];
  });
  const steps = dates.slice(1).map((date, at) => date.localeCompare(dates[at] ?? ''));
  return steps.filter((step) => step < 0).length > steps.filter((step) => step > 0).length ? lines.toReversed() : lines;
}

/** How many balances match if these answers are given in addition. */
export interface Evidence {
  answers: Answers;
  matches: number;
}

/** With more open questions the possibilities are too many to look at. */
const mostOpen = 4;

/** Tries every answer to the open questions. The first has the most matches; empty where too many are open. */
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
