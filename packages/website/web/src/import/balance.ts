import { counted, formatCents } from '../shared/format.ts';
import type { ReadLedger, ReadLine } from './ledger.ts';
import { type Answer, type Answers, answerTo, byReference, settle, type SettledLedger, sumOf } from './settle.ts';

/** The balance of one ledger according to its lines, and the balance that it should have. */
export interface Balance {
  /** The normalized reference. */
  reference: string;
  ofLines: number;
  /** The balance according to the file or the books. Null if neither has one. */
  expected: number | null;
  /** The balance according to the books. Null if they have none. */
  ofBooks: number | null;
  /** How many lines with an amount are left out. */
  leftOut: number;
  /** The balance before the file's first line, or 0 if the file's balances don't show one. */
  before: number;
  hasLines: boolean;
}

/**
 * Returns whether the figures agree. They don't if a line with an amount was left out. The balance in the books may be
 * lower than that of the lines, because a landlord may leave out a fee, but not higher.
 */
export function isMatch({ ofLines, expected, ofBooks, leftOut }: Balance): boolean {
  return ofLines === expected && (ofBooks ?? ofLines) <= ofLines && leftOut === 0;
}

/**
 * Serializes a balance's figures. If they change after the user has accepted a difference, the user has to decide
 * again.
 */
export function figuresOf({ ofLines, expected, ofBooks, leftOut }: Balance): string {
  return JSON.stringify([ofLines, expected, ofBooks, leftOut]);
}

/** Returns whether a ledger contains balances to compare with. Totals are sums, not balances. */
export function hasBalances({ lines }: ReadLedger): boolean {
  return lines.some(isRunning);
}

function isRunning({ balance, kind }: ReadLine): boolean {
  return balance !== null && kind !== 'total';
}

/** Says how many lines with an amount are left out. Returns null if there are none. */
export function leftOutText({ leftOut }: Balance): string | null {
  return leftOut === 0
    ? null
    : `${counted(leftOut, 'line')} with an amount ${leftOut === 1 ? 'was' : 'were'} left out.`;
}

/** Returns a sentence about the file's opening balance if that explains the whole difference. Otherwise null. */
export function beforeText({ before, expected, ofLines }: Balance): string | null {
  return before !== 0 && expected !== null && expected - ofLines === before
    ? `The file starts with an opening balance of ${formatCents(before)}.`
    : null;
}

/** Says why a balance does not match. */
export function differenceText(balance: Balance): string {
  const { expected, ofLines } = balance;
  if (!balance.hasLines) return 'There are no ledger lines with this reference.';
  const left = leftOutText(balance);
  if (left !== null) return left;
  if (expected === null) return 'There is no balance to compare the lines with.';
  if (expected === ofLines) return 'The amount owed is more than the ledger balance.';
  const side = ofLines > expected ? 'more' : 'less';
  const difference = `The lines add up to ${formatCents(Math.abs(ofLines - expected))} ${side} than the balance.`;
  return [difference, beforeText(balance) ?? ''].join(' ').trim();
}

/**
 * Computes the balance of each ledger whose reference is in `books`. `books` says what the tenant owes, which is the
 * expected balance if the file has none.
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

/** Possible answers to the open questions, and how many balances would match with them. */
interface Evidence {
  answers: Answers;
  matches: number;
}

/** The maximum number of open questions for which every combination of answers is tried. */
const mostOpen = 4;

/**
 * Tries every combination of answers to the open questions. The first result has the most matches. Returns no results
 * if too many questions are open.
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

/** Returns how many balances would match if the questions were answered this way. */
export function matchesWith(ledger: ReadLedger, answers: Answers, books: ReadonlyMap<string, number | null>): number {
  return balancesOf(ledger, settle(ledger, answers), books).filter(isMatch).length;
}
