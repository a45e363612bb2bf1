import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faces } from './faces.ts';
import { breakLines } from './text.ts';

const style = { face: faces.regular, size: 10, lineHeight: 14 };
const widthOf = (text: string) => faces.regular.widthOf(text, 10);

test('no line is wider than its column, and no letter is lost or added, whatever the words', () => {
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

test('the line breaks of a text are kept, of whatever kind, and at most one empty line between', () => {
  expect(breakLines('one\r\ntwo\rthree\n\n\n\nfour', style, 400)).toEqual(['one', 'two', 'three', '', 'four']);
});

test('a citation is not parted, nor what a no-break space joins, which is drawn as a plain one', () => {
  const citation = breakLines('under ZZ Stat. § 12-201', style, widthOf('under ZZ Stat. §'));
  expect(citation).toEqual(['under ZZ Stat.', '§ 12-201']);
  expect(breakLines('on July\u00a010', style, widthOf('on July 10') - 1)).toEqual(['on', 'July 10']);
});

test('the rest of a word that was cut is marked, within the width, and no letter loses its marks', () => {
  expect(breakLines('WWWWW W', style, widthOf('WWW'), '-')).toEqual(['WWW', '-WW', 'W']);
  expect(breakLines('ก'.repeat(3) + 'ที่', style, widthOf('กกก'))).toEqual(['กกก', 'ที่']);
});
