import { expect, test } from 'vitest';
import { changesOf } from '../../shared/ledger-changes.ts';
import type { LedgerEntry } from '../../shared/ledger.tsx';
import { isNewSince } from './changes.ts';

const entry = (date: string, memo?: string): LedgerEntry => ({
  date,
  type: 'charge',
  amountCents: 100,
  ...(memo && { memo }),
});

test('if equal ledger entries occur more or less often than before, only the difference counts as new or removed', () => {
  const [june, july] = [entry('2026-06-01'), entry('2026-07-01')];
  expect(changesOf([june, july], [july, june])).toEqual({ added: new Set(), removed: [] });
  expect(changesOf([june, june, june], [june])).toEqual({ added: new Set([1, 2]), removed: [] });
  expect(changesOf([july], [june, june])).toEqual({ added: new Set([0]), removed: [june, june] });
  expect(changesOf([entry('2026-06-01', 'Rent')], [june])).toEqual({ added: new Set([0]), removed: [june] });
});

test('a document is new if it came after the request for changes', () => {
  const beforeChanges = { at: '2026-07-01T10:00:00.000Z', facts: {} } as never;
  expect(isNewSince({ beforeChanges }, '2026-07-01T10:00:00.001Z')).toBe(true);
  expect(isNewSince({ beforeChanges }, '2026-07-01T09:59:59.999Z')).toBe(false);
  expect(isNewSince({ beforeChanges: null }, '2026-07-01T10:00:00.001Z')).toBe(false);
});
