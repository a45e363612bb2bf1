import type { CreateCaseBody } from '@evict/contract';
import type { Case } from '../../api/queries.ts';
import { parseCents } from '../../shared/format.ts';
import { amountText, valuesOf } from './values.ts';

type Ledger = NonNullable<CreateCaseBody['ledger']>;

/** One line of a ledger, as a person types it. `key` tells the lines apart while they are moved and removed. */
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

/** A line of a ledger as a person types it. */
export function draftOf({ date, type, amountCents, memo = '' }: Ledger[number]): DraftEntry {
  return draftEntry({ date, type, amount: amountText(amountCents), memo });
}

export function draftsOf(ledger: Ledger | undefined): DraftEntry[] {
  return (ledger ?? []).map(draftOf);
}

/** The facts that a form is filled in with, as text: equal facts have equal text, in whatever order the service sends them. */
export function factsText(one: Pick<Case, 'ground' | 'entryPoint' | 'data'>): string {
  const lines = (one.data.ledger ?? []).map(({ date, type, amountCents, memo }) => [date, type, amountCents, memo]);
  return JSON.stringify([valuesOf(one), lines]);
}

function isBlank({ date, amount, memo }: DraftEntry): boolean {
  return date + amount.trim() + memo.trim() === '';
}

/** What is owed after each line, in cents; a line without an amount changes nothing. */
export function balancesOf(drafts: readonly DraftEntry[]): number[] {
  let balance = 0;
  return drafts.map(({ type, amount }) => (balance += (type === 'payment' ? -1 : 1) * (parseCents(amount) ?? 0)));
}

export interface ParsedLedger {
  ledger: Ledger;
  /** The place of each line that is sent. */
  places: number[];
  /** Lines that cannot be sent yet, by their place. */
  faults: ReadonlyMap<number, 'date' | 'amount'>;
}

/** The lines that can be sent. Blank ones are left out; a line with a fault keeps the whole ledger from being sent. */
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
