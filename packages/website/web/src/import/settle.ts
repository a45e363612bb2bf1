import type { AmountGroup, ReadLedger, ReadLine, Side } from './ledger.ts';
import type { Line } from './table.ts';

/** The user's answer about a group of amounts. */
export type Answer = Side | 'leave out';
export type Answers = ReadonlyMap<string, Answer>;

export interface Entry {
  line: Line;
  reference: string;
  date: string;
  type: Side;
  /** Never negative. */
  amountCents: number;
  memo: string;
}

interface LeftOut {
  line: Line;
  reference: string;
  /** Why the line is left out, as a sentence. */
  reason: string;
  hasAmount: boolean;
}

/** The result for each line of a ledger: it became entries, it was left out, or it is of another kind. */
export interface SettledLedger {
  entries: readonly Entry[];
  leftOut: readonly LeftOut[];
  /** Lines whose kind isn't an entry: repeated headings, titles, balances and totals. */
  others: readonly ReadLine[];
  /** Whether the file or the user has identified every amount as a charge or a payment. */
  isStated: boolean;
}

export function answerTo({ id, proposed }: AmountGroup, answers: Answers): Answer | null {
  return answers.get(id) ?? proposed;
}

/**
 * Turns lines into entries, using the answers about their amounts. Each line results in entries, is left out, or isn't
 * an entry at all, such as a total.
 */
export function settle({ lines, groups }: ReadLedger, answers: Answers): SettledLedger {
  const sides = new Map(groups.map((group) => [group.id, answerTo(group, answers)]));
  const entries: Entry[] = [];
  const leftOut: LeftOut[] = [];
  const others: ReadLine[] = [];
  for (const read of lines) {
    const { line, reference, kind, hasAmount, fault, money, dates, memo } = read;
    const leave = (reason: string) => leftOut.push({ line, reference, reason, hasAmount });
    if (kind === 'fault') leave(fault);
    else if (kind !== 'entries') others.push(read);
    for (const { group, cents } of money) {
      const side = sides.get(group) ?? null;
      if (side === null) leave('Choose whether this is a charge or a payment.');
      else if (side === 'leave out') leave('You chose to leave out amounts of this kind.');
      else {
        const date = dates[side];
        if (typeof date === 'string') entries.push({ line, reference, date, type: side, amountCents: cents, memo });
        else leave(date.fault);
      }
    }
  }
  return { entries, leftOut, others, isStated: [...sides.values()].every((side) => side !== null) };
}

/** Returns the sum of the entries in cents: the charges less the payments. */
export function sumOf(entries: readonly Pick<Entry, 'type' | 'amountCents'>[]): number {
  return entries.reduce((sum, { type, amountCents }) => sum + (type === 'charge' ? amountCents : -amountCents), 0);
}

/** Normalizes a reference, because two files may write it differently. Ignores case and repeated spaces. */
export function referenceKey(reference: string): string {
  return reference.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

export function byReference<T extends { reference: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(item.reference);
    if (group) group.push(item);
    else groups.set(item.reference, [item]);
  }
  return groups;
}
