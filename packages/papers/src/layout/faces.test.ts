import { unprintableCharacters } from '@evict/case-model/printable';
import { describe, expect, test } from 'vitest';
import { exactText } from '../exact-text.ts';
import { type Face, faces, fontBeyondSerif, scriptBeyondSerif } from './faces.ts';

const hex = (characters: readonly string[]) =>
  characters.map((character) => (character.codePointAt(0) ?? 0).toString(16));
const characters = Array.from({ length: 0x110000 }, (_, codePoint) => String.fromCodePoint(codePoint));
/** Every character that a serif face may have to draw: all accepted ones, composed, without layout characters. */
const accepted = [
  ...new Set(
    characters
      .filter((character) => !'\t\n\r'.includes(character) && unprintableCharacters(character).length === 0)
      .flatMap((character) => Array.from(character.normalize('NFC'))),
  ),
];
/** Every character that the serif faces lack but another font draws. */
const drawn = characters.slice(0, 0x10000).filter((character) => scriptBeyondSerif(character) !== null);
/** The characters in `drawn` that a summary prints as themselves and not as code points. */
const letters = drawn.filter((character) => exactText(character) === character);
const pointOf = (character: string) => character.codePointAt(0) ?? 0;

test.each(Object.values(faces))(
  'the $name face has a separate glyph for every accepted character, so copied text equals the input',
  ({ own: { font }, widthOf }: Face) => {
    expect(accepted.length).toBeGreaterThan(2500);
    expect(hex(accepted.filter((character) => !font.hasGlyphForCodePoint(pointOf(character))))).toEqual([]);
    const glyphs = accepted.map((character) => font.glyphForCodePoint(pointOf(character)));
    expect(new Set(glyphs.map(({ id }) => id)).size).toBe(accepted.length);
    const empty = accepted.filter((_, index) => glyphs[index]?.path.commands.length === 0);
    expect(hex(empty.filter((character) => !/\p{Zs}/u.test(character)))).toEqual([]);
    expect(hex(accepted.filter((character) => widthOf(character, 10) <= 0))).toEqual([]);
  },
);

test('every accepted character belongs to a left-to-right script that needs no shaping', () => {
  const plain = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]$/u;
  const unsafe = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{M}\p{Zl}\p{Zp}]$/u;
  expect(hex(accepted.filter((character) => !plain.test(character) || unsafe.test(character)))).toEqual([]);
});

test('no Latin, Greek or Cyrillic letter is refused if both faces can draw it', () => {
  const letter = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
  const known = new Set(accepted);
  const drawable = characters.filter(
    (character) =>
      letter.test(character) &&
      character.normalize('NFC') === character &&
      !/\p{M}/u.test(character) &&
      Object.values(faces).every(({ own }) => own.has(character)),
  );
  expect(hex(drawable.filter((character) => !known.has(character)))).toEqual([]);
});

describe('scripts other than Latin, Greek and Cyrillic', () => {
  test('are drawn in regular and bold', () => {
    expect(letters.length).toBeGreaterThan(40_000);
    expect(hex(drawn.filter((character) => !fontBeyondSerif(character, 'bold')?.has(character)))).toEqual([]);
  });

  // Joining letters aren't compared, because they change with their neighbors. Some Arabic ones look alike on their
  // own, so names are also spelled out.
  test("have a shape and a width for every letter that doesn't join its neighbors, and no two such letters of a script look the same", () => {
    const shapes = new Set<string>();
    const faults = letters.filter((character) => {
      const script = scriptBeyondSerif(character);
      const font = fontBeyondSerif(character, 'regular')?.font;
      if (script?.font !== 'wide' || !font) return false;
      const { path, advanceWidth } = font.glyphForCodePoint(pointOf(character));
      const shape = `${script.name} ${advanceWidth} ${path.toSVG()}`;
      const isKnown = shapes.has(shape);
      shapes.add(shape);
      return isKnown || path.commands.length === 0 || advanceWidth <= 0;
    });
    expect(hex(faults)).toEqual([]);
  });

  test('are never drawn letter by letter if they run from right to left', () => {
    const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
    const wide = drawn.filter((character) => scriptBeyondSerif(character)?.font === 'wide');
    expect(hex(wide.filter((character) => rightToLeft.test(character)))).toEqual([]);
    expect(hex(accepted.filter((character) => rightToLeft.test(character)))).toEqual([]);
  });

  test.each([
    ['a line of only Latin is one piece', 'Anna Bell', ['Anna Bell']],
    ['right-to-left words change places', 'علي محمد حسن', ['حسن', ' ', 'محمد', ' ', 'علي']],
    ['everything else keeps its order', 'A علي محمد 12 حسن B', ['A ', 'محمد', ' ', 'علي', ' 12 ', 'حسن', ' B']],
    ['each script has its own font', 'A 王小明, B', ['A ', '王小明', ', B']],
  ])('are put in visual order when a line is split into pieces: %s', (_rule, text, pieces) => {
    expect(faces.regular.piecesOf(text).map((piece) => piece.text)).toEqual(pieces);
  });

  test('are measured with their letters joined, whatever was measured before', () => {
    const text = 'A علي محمد 王 12';
    const width = faces.regular.widthOf(text, 10);
    faces.regular.widthOf('عليم حمد', 10);
    expect(faces.regular.widthOf(text, 10)).toBe(width);
    const apart = ['ع', 'ل', 'ي'].reduce((sum, letter) => sum + faces.regular.widthOf(letter, 10), 0);
    expect(faces.regular.widthOf('علي', 10)).toBeLessThan(apart);
  });
});
