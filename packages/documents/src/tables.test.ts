import { ledgerTypes } from '@evict/case-model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountOf, ledgerTable } from './tables.ts';

const entries = fc.array(
  fc.record({
    date: fc.integer({ min: 1, max: 28 }).map((day) => `2026-01-${String(day).padStart(2, '0')}`),
    type: fc.constantFrom(...ledgerTypes),
    amountCents: fc.maxSafeNat(),
  }),
  { maxLength: 60 },
);

const sumOf = (cents: readonly number[]) => cents.reduce((sum, amount) => sum + BigInt(amount), 0n);

test('totals are exact sums of charges and payments, and the last balance is their difference', () => {
  fc.assert(
    fc.property(entries, (ledger) => {
      const account = accountOf({ ledger });
      const amounts = (type: string) =>
        ledger.filter((entry) => entry.type === type).map(({ amountCents }) => amountCents);
      expect(account.charges).toBe(sumOf(amounts('charge')));
      expect(account.payments).toBe(sumOf(amounts('payment')));
      expect(account.balance).toBe(account.charges - account.payments);
      expect(account.rows.at(-1)?.balance ?? 0n).toBe(account.balance);
    }),
  );
});

test('entries stand in the order of their days, those of one day as they were sent', () => {
  fc.assert(
    fc.property(entries, (ledger) => {
      const rows = accountOf({ ledger }).rows.map(({ entry }) => entry);
      expect(rows).toHaveLength(ledger.length);
      for (const [index, entry] of rows.entries()) {
        const before = rows[index - 1];
        if (!before) continue;
        expect(before.date <= entry.date).toBe(true);
        if (before.date === entry.date) expect(ledger.indexOf(before)).toBeLessThan(ledger.indexOf(entry));
      }
    }),
  );
});

test('a row shows its amount in the column of its type, and the balance after it', () => {
  const table = ledgerTable(
    accountOf({
      ledger: [
        { date: '2026-02-01', type: 'payment', amountCents: 150_000, memo: 'Check' },
        { date: '2026-01-01', type: 'charge', amountCents: 125_000 },
      ],
    }),
  );
  expect(table.rows).toEqual([
    ['2026-01-01', 'Charge', '$1,250.00', '', '$1,250.00'],
    ['2026-02-01', 'Check', '', '$1,500.00', '-$250.00'],
  ]);
  expect(table.totals).toEqual([['', 'Total', '$1,250.00', '$1,500.00', '-$250.00']]);
});
