import type { LedgerEntry } from './ledger.tsx';

/** Returns the indexes of the entries that were added to the ledger, and the entries that were removed from it. */
export function changesOf(entries: readonly LedgerEntry[], before: readonly LedgerEntry[]) {
  const left = new Map<string, LedgerEntry[]>();
  const keyOf = ({ date, type, amountCents, memo }: LedgerEntry) => JSON.stringify([date, type, amountCents, memo]);
  for (const entry of before) left.set(keyOf(entry), [...(left.get(keyOf(entry)) ?? []), entry]);
  const added = new Set<number>();
  for (const [place, entry] of entries.entries()) if (!left.get(keyOf(entry))?.pop()) added.add(place);
  return { added, removed: [...left.values()].flat() };
}
