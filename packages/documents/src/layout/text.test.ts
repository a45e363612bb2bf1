import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faces } from './faces.ts';
import { breakLines } from './text.ts';

const face = faces.regular;
const words = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'W', 'é', '1', '-', 'Щ'), minLength: 1, maxLength: 60 }),
  {
    minLength: 1,
    maxLength: 40,
  },
);

describe('breakLines', () => {
  test('no line is wider than its column, whatever the words', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 468 }), (list, width) => {
        for (const line of breakLines(list.join(' '), face, 10, width))
          expect(face.widthOf(line, 10)).toBeLessThanOrEqual(width);
      }),
    );
  });

  test('no letter is lost or added', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 468 }), (list, width) => {
        expect(breakLines(list.join(' '), face, 10, width).join('').replaceAll(' ', '')).toBe(list.join(''));
      }),
    );
  });

  test('keeps the line breaks of a text, of whatever kind, and at most one empty line between', () => {
    expect(breakLines('one\r\ntwo\rthree\n\n\n\nfour', face, 10, 400)).toEqual(['one', 'two', 'three', '', 'four']);
  });

  test('does not part a citation', () => {
    const width = face.widthOf('under ZZ Stat. §', 10);
    expect(breakLines('under ZZ Stat. § 12-201', face, 10, width)).toEqual(['under ZZ Stat.', '§ 12-201']);
  });

  test('holds together what a no-break space joins, and draws it as a plain one', () => {
    const width = face.widthOf('on July 10', 10) - 1;
    expect(breakLines('on July\u00a010', face, 10, width)).toEqual(['on', 'July 10']);
  });

  test('marks the rest of a word that was cut, within the width, and parts no letter from its marks', () => {
    const width = face.widthOf('WWW', 10);
    expect(breakLines('WWWWW W', face, 10, width, '-')).toEqual(['WWW', '-WW', 'W']);
    expect(breakLines('ก'.repeat(3) + 'ที่', face, 10, face.widthOf('กกก', 10))).toEqual(['กกก', 'ที่']);
  });
});
