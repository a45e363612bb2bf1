import type { CreateCaseBody } from '@evict/contract';
import type { Case } from '../../api/queries.ts';
import { parseCents } from '../../shared/format.ts';
import { amountText, valuesOf } from './values.ts';

type Ledger = NonNullable<CreateCaseBody['ledger']>;

/** A line of a ledger as the user types it. `key` identifies the line when others are moved or removed. */
export interface DraftEntry {
  key: number;
  date: string;
  type: 'charge' | 'payment';
  amount: string;
  memo: string;
}

let lastKey = 0;

export function draftEntry(entry: Partial<Omit<DraftEntry, 'key'>> = {}): DraftEntry {
  lastKey += 1;
  return { key: lastKey, date: '', type: 'charge', amount: '', memo: '', ...entry };
}

/** Converts an entry of a ledger into an editable line. */
export function draftOf({ date, type, amountCents, memo = '' }: Ledger[number]): DraftEntry {
  return draftEntry({ date, type, amount: amountText(amountCents), memo });
}

export function draftsOf(ledger: Ledger | undefined): DraftEntry[] {
  return (ledger ?? []).map(draftOf);
}

/** Serializes a draft's facts. The same facts result in the same text, in whatever order the service sends them. */
export function factsText(one: Pick<Case, 'ground' | 'entryPoint' | 'data'>): string {
  const lines = (one.data.ledger ?? []).map(({ date, type, amountCents, memo }) => [date, type, amountCents, memo]);
  return JSON.stringify([valuesOf(one), lines]);
}

function isBlank({ date, amount, memo }: DraftEntry): boolean {
  return date + amount.trim() + memo.trim() === '';
}

/** Returns the amount owed after each line, in cents. A line without an amount doesn't change it. */
export function balancesOf(drafts: readonly DraftEntry[]): number[] {
  let balance = 0;
  return drafts.map(({ type, amount }) => (balance += (type === 'payment' ? -1 : 1) * (parseCents(amount) ?? 0)));
}

interface ParsedLedger {
  ledger: Ledger;
  /** The index of each sent line in the form. */
  places: number[];
  /** The lines that can't be sent yet, by index. */
  faults: ReadonlyMap<number, 'date' | 'amount'>;
}

/** Converts the lines to the ledger to send, without blank lines. The ledger can't be sent while any line is faulty. */
export function ledgerOf(drafts: readonly DraftEntry[]): ParsedLedger {
  const faults = new Map<number, 'date' | 'amount'>();
  const ledger: Ledger = [];
  const places: number[] = [];
  for (const [index, draft] of drafts.entries()) {
    if (isBlank(draft)) continue;
    const cents = parseCents(draft.amount);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(draft.date)) faults.set(index, 'date');
    else if (cents === null || cents < 0) faults.set(index, 'amount');
    else {
      const memo = draft.memo.trim();
      places.push(index);
      ledger.push({ date: draft.date, type: draft.type, amountCents: cents, ...(memo !== '' && { memo }) });
    }
  }
  return { ledger, places, faults };
}
