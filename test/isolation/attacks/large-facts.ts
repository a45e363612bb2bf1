import { buildFacts, day } from '../../e2e/support/facts.ts';
import { marylandFacts } from '../../e2e/support/live.ts';

const entries = 1000;
const memoLength = 500;

/** Text of exactly that many characters, repeating the pattern without cutting a character. */
export function fill(pattern: string, length: number): string {
  const units = Array.from(pattern);
  return Array.from({ length }, (_, index) => units[index % units.length]).join('');
}

/** Facts with the most text that the interface accepts, repeating one pattern. */
export function largestFacts(pattern: string): ReturnType<typeof buildFacts> {
  return buildFacts(largeParts(pattern));
}

/** The same for a live case in Maryland. */
export function largestLiveFacts(pattern: string): ReturnType<typeof buildFacts> {
  return marylandFacts(largeParts(pattern));
}

function largeParts(pattern: string) {
  const memo = fill(pattern, memoLength).trim();
  return {
    ledger: Array.from({ length: entries }, () => ({
      date: day(-60),
      type: 'charge' as const,
      amountCents: 100,
      memo,
    })),
    amountOwedCents: 100 * entries,
    freeText: fill(pattern, 5000).trim(),
  };
}
