import { expect, test } from 'vitest';
import { attentionFirst } from './attention-first.ts';

test('what needs attention comes first, and then what has waited longest', () => {
  const item = (needed: boolean, updatedAt: string) => ({ attention: { needed }, updatedAt });
  const [early, late] = ['2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.000Z'];
  expect(attentionFirst([item(false, late), item(false, early), item(true, late), item(true, early)])).toEqual([
    item(true, early),
    item(true, late),
    item(false, early),
    item(false, late),
  ]);
});
