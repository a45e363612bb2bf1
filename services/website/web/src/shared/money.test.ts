import { expect, test } from 'vitest';
import { formatCents, parseCents } from './money.ts';

test('amounts are read as people write them, and nothing is guessed', () => {
  const read = ['1400', '$1,400.00', ' 0.5 ', '-$20', '1,234,567.89', '0'].map(parseCents);
  expect(read).toEqual([140_000, 140_000, 50, -2000, 123_456_789, 0]);
  for (const text of ['', 'rent', '1.234', '14,00', '1,4000', '1 400', '99999999999999999', '1e3', '.5']) {
    expect(parseCents(text), text).toBeNull();
  }
});

test('cents are shown as dollars', () => {
  expect([0, 5, 140_000, -2000].map(formatCents)).toEqual(['$0.00', '$0.05', '$1,400.00', '-$20.00']);
});
