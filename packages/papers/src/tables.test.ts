import { ledgerTypes } from '@evict/case-model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountOf, ledgerTable } from './tables.ts';

test('a statement of account sorts entries by day, keeps the order of entries with the same day, and has exact totals', () => {
  const entry = fc.record({
    date: fc.integer({ min: 10, max: 28 }).map((day) => `2026-01-${day}`),
    type: fc.constantFrom(...ledgerTypes),
    amountCents: fc.maxSafeNat(),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (ledger) => {
      const { rows, ...totals } = accountOf({ ledger });
      const [charges = 0n, payments = 0n] = ['charge', 'payment'].map((wanted) =>
        ledger.reduce((sum, { type, amountCents }) => (type === wanted ? sum + BigInt(amountCents) : sum), 0n),
      );
      expect(totals).toEqual({ charges, payments, balance: charges - payments });
      expect(rows.at(-1)?.balance ?? 0n).toBe(totals.balance);
      expect(rows.map((row) => row.entry)).toEqual(ledger.toSorted((one, other) => one.date.localeCompare(other.date)));
    }),
  );
});

test('a row shows its amount in the column of its type, followed by the balance', () => {
  const { rows, totals } = ledgerTable(
    accountOf({
      ledger: [
        { date: '2026-02-01', type: 'payment', amountCents: 150_000, memo: 'Check' },
        { date: '2026-01-01', type: 'charge', amountCents: 125_000 },
      ],
    }),
  );
  expect(rows).toEqual([
    ['2026-01-01', 'Charge', '$1,250.00', '', '$1,250.00'],
    ['2026-02-01', 'Check', '', '$1,500.00', '-$250.00'],
  ]);
  expect(totals).toEqual([['', 'Total', '$1,250.00', '$1,500.00', '-$250.00']]);
});
