import { buildFacts, day } from '../../../e2e/support/facts.ts';
import { marylandFacts } from '../../../e2e/support/live.ts';

const entries = 1000;
const memoLength = 500;

/** Returns a string of exactly this many characters that repeats the pattern without cutting a character. */
export function fill(pattern: string, length: number): string {
  const units = Array.from(pattern);
  return Array.from({ length }, (_, index) => units[index % units.length]).join('');
}

/**
 * Returns the facts with the most text that the API accepts, repeating one pattern. For a live case they are in
 * Maryland.
 */
export function largestFacts(pattern: string, { isLive = false } = {}): ReturnType<typeof buildFacts> {
  const memo = fill(pattern, memoLength).trim();
  const entry = { date: day(-60), type: 'charge' as const, amountCents: 100, memo };
  return (isLive ? marylandFacts : buildFacts)({
    ledger: Array.from({ length: entries }, () => entry),
    amountOwedCents: 100 * entries,
    freeText: fill(pattern, 5000).trim(),
  });
}
