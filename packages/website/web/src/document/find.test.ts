import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byPage, matchesIn, mostMatches, placeIn, runsOf } from './find.ts';

const placesOf = (text: string, words: string) => matchesIn(text, words, 1).map(({ from, to }) => text.slice(from, to));

test("words are found in any case and across line breaks, and aren't treated as a pattern", () => {
  expect(placesOf('Rent of $1,400.00. RENT\nof', ' rent  of ')).toEqual(['Rent of', 'RENT\nof']);
  expect(placesOf('It costs $1.00, not $1,00', '$1.00')).toEqual(['$1.00']);
  expect(placesOf('(a+)+ İstanbul', '(A+)+')).toEqual(['(a+)+']);
  expect(placesOf('anything', '  ')).toEqual([]);
  expect(matchesIn('a'.repeat(1000), 'a', 1)).toHaveLength(mostMatches);
});

test('every word is found at its position, whatever characters it contains', () => {
  const words = fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }).filter((word) => !/\s/u.test(word));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), words, (before, word) => {
      expect(placesOf(`${before} ${word} `, word)).toContain(word);
    }),
  );
});

test('a position in the text of a page maps to a position in one of its text runs', () => {
  const runs = runsOf([
    { type: 'beginMarkedContent' },
    { str: 'Notice', hasEOL: true },
    { str: '' },
    { str: 'to quit' },
  ]);
  expect(runs).toEqual(['Notice ', '', 'to quit']);
  expect([0, 6, 7, 13, 99].map((at) => placeIn(runs, at))).toEqual([
    [0, 0],
    [0, 6],
    [2, 0],
    [2, 6],
    [2, 7],
  ]);
});

test('matches are grouped by page', () => {
  const [a, b, c] = [1, 3, 3].map((page, from) => ({ page, from, to: from + 1 }));
  expect([...byPage([a, b, c] as never)]).toEqual([
    [1, [a]],
    [3, [b, c]],
  ]);
});
