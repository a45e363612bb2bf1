import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money } from './money.ts';

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [100_000, '$1,000.00'],
  [123_456_789, '$1,234,567.89'],
  [-250, '-$2.50'],
  [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
])('%i cents are formatted as %s', (cents, text) => {
  expect(money(cents)).toBe(text);
});

test('any formatted amount can be read back to the cent', () => {
  fc.assert(
    fc.property(fc.bigInt(), (cents) => {
      expect(BigInt(money(cents).replaceAll(/[$,.]/g, ''))).toBe(cents);
    }),
  );
});
