import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faces } from './faces.ts';
import { breakLines } from './text.ts';

const style = { face: faces.regular, size: 10, lineHeight: 14 };
const widthOf = (text: string) => faces.regular.widthOf(text, 10);

test('no line is wider than its column, and no letter is lost or added, whatever the text', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'W', 'é', '1', '-', 'Щ'), minLength: 1, maxLength: 60 });
  const words = fc.array(word, { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(words, fc.integer({ min: 20, max: 468 }), (list, width) => {
      const lines = breakLines(list.join(' '), style, width);
      expect(lines.filter((line) => widthOf(line) > width)).toEqual([]);
      expect(lines.join('').replaceAll(' ', '')).toBe(list.join(''));
    }),
  );
});

describe('a word whose letters join', () => {
  const joining = ['ب', 'ن', 'س', 'ا', 'د', 'لا', 'م\u064e', 'ش\u0651\u064f'];
  const wordOf = (letters: readonly string[]) =>
    fc.array(fc.constantFrom(...letters), { minLength: 300, maxLength: 500 }).map((list) => list.join(''));
  const width = fc.integer({ min: 80, max: 468 });

  test('is broken into lines that fit, and no letter is lost, even if the word also contains letters of other scripts', () => {
    fc.assert(
      fc.property(wordOf([...joining, 'ש', 'ל\u05b8', '王', 'W']), width, (word, room) => {
        const lines = breakLines(word, style, room, '↪');
        expect(lines.map((line) => line.replace('↪', '')).join('')).toBe(word);
        expect(lines.filter((line) => widthOf(line) > room)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  test('fills its lines, and each letter is measured about once, because shaping takes most of the time of a long summary', () => {
    fc.assert(
      fc.property(wordOf(joining), width, (word, room) => {
        const measured = new Set<string>();
        const face = {
          ...faces.regular,
          widthOf(text: string, size: number) {
            measured.add(text);
            return faces.regular.widthOf(text, size);
          },
        };
        const lines = breakLines(word, { ...style, face }, room, '↪');
        expect(lines.slice(0, -1).filter((line) => widthOf(line) < room * 0.7)).toEqual([]);
        expect([...measured].join('').length).toBeLessThan(word.length * 1.5);
      }),
      { numRuns: 20 },
    );
  });
});

test('line breaks of any kind are kept, with at most one empty line in a row', () => {
  expect(breakLines('one\r\ntwo\rthree\n\n\n\nfour', style, 400)).toEqual(['one', 'two', 'three', '', 'four']);
});

test('citations and words joined by a no-break space are not split, and that space is drawn as a plain one', () => {
  const citation = breakLines('under ZZ Stat. § 12-201', style, widthOf('under ZZ Stat. §'));
  expect(citation).toEqual(['under ZZ Stat.', '§ 12-201']);
  expect(breakLines('on July\u00a010', style, widthOf('on July 10') - 1)).toEqual(['on', 'July 10']);
});

test('the rest of a cut word begins with a sign that counts toward the width, and no letter is separated from its accents', () => {
  expect(breakLines('WWWWW W', style, widthOf('WWW'), '-')).toEqual(['WWW', '-WW', 'W']);
  expect(breakLines('ก'.repeat(3) + 'ที่', style, widthOf('กกก'))).toEqual(['กกก', 'ที่']);
});
