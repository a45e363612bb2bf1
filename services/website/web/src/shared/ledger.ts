import type { Case } from '../api/queries.ts';

export type LedgerEntry = NonNullable<Case['data']['ledger']>[number];

/** What is owed after each entry, in cents: charges add to it, payments take from it. */
export function runningBalances(entries: readonly Pick<LedgerEntry, 'type' | 'amountCents'>[]): number[] {
  let balance = 0;
  return entries.map(({ type, amountCents }) => (balance += type === 'payment' ? -amountCents : amountCents));
}
