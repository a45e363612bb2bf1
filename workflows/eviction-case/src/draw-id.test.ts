import { expect, test } from 'vitest';
import { idAt } from './draw-id.ts';

const drawn = '58a9421b-002e-4d8e-8fd9-cf32ffffff35';

test('what is drawn again at the same sequence is the same id: a transition recorded twice is known', () => {
  expect(idAt(7, drawn)).toBe(idAt(7, drawn));
});

test('what is drawn again at another sequence is another id', () => {
  const ids = Array.from({ length: 1000 }, (_, sequence) => idAt(sequence, drawn));
  expect(new Set(ids).size).toBe(1000);
});

test('it stays a version 4 UUID', () => {
  for (const sequence of [0, 1, 0xca, 2 ** 31]) {
    expect(idAt(sequence, drawn)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});
