import { describe, expect, test } from 'vitest';
import { exactText } from '../exact-text.ts';
import { faces } from './faces.ts';
import { fontBeyondSerif, scriptBeyondSerif } from './scripts.ts';

/** Every character that no serif face draws and another font does. */
const drawn = Array.from({ length: 0x10000 }, (_, codePoint) => String.fromCodePoint(codePoint)).filter(
  (character) => scriptBeyondSerif(character) !== null,
);
/** Those of them that stand for themselves: a summary prints the others by their code points. */
const letters = drawn.filter((character) => exactText(character) === character);
const hex = (characters: readonly string[]) =>
  characters.map((character) => (character.codePointAt(0) ?? 0).toString(16));

test('the living scripts are drawn, and both weights draw the same', () => {
  expect(letters.length).toBeGreaterThan(40_000);
  for (const text of ['محمد', 'דוד', '王小明', 'かなカナ', '김철수', 'राजेश', 'สมชาย', 'ქართული', 'Հայերեն', 'தமிழ்']) {
    expect(exactText(text)).toBe(text);
  }
  expect(hex(drawn.filter((character) => !fontBeyondSerif(character, 'bold')?.has(character)))).toEqual([]);
});

// Letters that join change with their neighbors, and some look alike in Arabic itself: names are spelled beside them.
test(
  'every letter drawn by itself has a shape and a width, and no two of a script the same',
  { timeout: 30_000 },
  () => {
    const shapes = new Map<string, string>();
    const faults: string[] = [];
    for (const character of letters) {
      const script = scriptBeyondSerif(character);
      if (script?.font !== 'wide') continue;
      const { path, advanceWidth } = fontOf(character).font.glyphForCodePoint(character.codePointAt(0) ?? 0);
      const shape = `${script?.name} ${advanceWidth} ${path.toSVG()}`;
      if (path.commands.length === 0 || advanceWidth <= 0 || shapes.has(shape)) faults.push(character);
      shapes.set(shape, character);
    }
    expect(hex(faults)).toEqual([]);
  },
);

test('no face draws letters from right to left one by one', () => {
  const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
  const fonts = [...Object.values(faces).map(({ own }) => own), fontOf('王')];
  const plain = drawn.filter((character) => scriptBeyondSerif(character)?.font === 'wide');
  expect(hex(plain.filter((character) => rightToLeft.test(character)))).toEqual([]);
  for (const { has } of fonts.slice(0, 2)) expect(drawn.filter((one) => rightToLeft.test(one) && has(one))).toEqual([]);
});

describe('a line', () => {
  const pieces = (text: string) => faces.regular.piecesOf(text).map((piece) => piece.text);

  test.each([
    ['Latin alone is one piece', 'Anna Bell', ['Anna Bell']],
    ['words from right to left change places', 'علي محمد حسن', ['حسن', ' ', 'محمد', ' ', 'علي']],
    ['all else stays in its order', 'A علي محمد 12 حسن B', ['A ', 'محمد', ' ', 'علي', ' 12 ', 'حسن', ' B']],
    ['scripts change their font', 'A 王小明, B', ['A ', '王小明', ', B']],
  ])('%s', (_name, text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });

  test('is as wide as its pieces, whatever was measured before', () => {
    const text = 'A علي محمد 王 12';
    const width = faces.regular.widthOf(text, 10);
    faces.regular.widthOf('عليم حمد', 10);
    expect(faces.regular.widthOf(text, 10)).toBe(width);
    expect(faces.regular.widthOf('علي', 10)).toBeLessThan(
      ['ع', 'ل', 'ي'].reduce((sum, letter) => sum + faces.regular.widthOf(letter, 10), 0),
    );
  });
});

function fontOf(character: string) {
  const font = fontBeyondSerif(character, 'regular');
  if (!font) throw new Error('no font draws it');
  return font;
}
