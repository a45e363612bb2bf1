import { unprintableCharacters } from '@evict/case-model';
import { describe, expect, test } from 'vitest';
import { type Face, faces } from './faces.ts';

/** Every code point that a text can bring to a face: what is accepted, composed, without the characters of layout. */
function acceptedCodePoints(): number[] {
  const accepted = new Set<number>();
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
    const character = String.fromCodePoint(codePoint);
    if ('\t\n\r'.includes(character) || unprintableCharacters(character).length > 0) continue;
    for (const composed of character.normalize('NFC')) accepted.add(composed.codePointAt(0) ?? 0);
  }
  return [...accepted];
}

const accepted = acceptedCodePoints();
const hex = (codePoints: readonly number[]) => codePoints.map((codePoint) => codePoint.toString(16));

describe.each(Object.values(faces))('$name', ({ own: { font }, widthOf }: Face) => {
  test('has a glyph for every code point that the case model accepts', () => {
    expect(accepted.length).toBeGreaterThan(2500);
    expect(hex(accepted.filter((codePoint) => !font.hasGlyphForCodePoint(codePoint)))).toEqual([]);
  });

  test('draws something for each of them but spaces', () => {
    const empty = accepted.filter((codePoint) => font.glyphForCodePoint(codePoint).path.commands.length === 0);
    expect(empty.map((codePoint) => String.fromCodePoint(codePoint)).filter((text) => !/\p{Zs}/u.test(text))).toEqual(
      [],
    );
  });

  test('advances for each of them', () => {
    expect(hex(accepted.filter((codePoint) => widthOf(String.fromCodePoint(codePoint), 10) <= 0))).toEqual([]);
  });

  test('has a glyph of its own for each of them, so that copied text is what was put in', () => {
    expect(new Set(accepted.map((codePoint) => font.glyphForCodePoint(codePoint).id)).size).toBe(accepted.length);
  });
});

test('every accepted code point belongs to a script that needs no shaping and runs from left to right', () => {
  const plain = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]$/u;
  const unsafe = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{M}\p{Zl}\p{Zp}]$/u;
  const characters = accepted.map((codePoint) => String.fromCodePoint(codePoint));
  expect(characters.filter((character) => !plain.test(character) || unsafe.test(character))).toEqual([]);
});

test('no letter of those scripts is refused that both faces can draw', () => {
  const letter = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
  const known = new Set(accepted);
  const drawable = faces.regular.own.font.characterSet.filter((codePoint) =>
    faces.bold.own.font.hasGlyphForCodePoint(codePoint),
  );
  const letters = drawable.filter((codePoint) => {
    const character = String.fromCodePoint(codePoint);
    return letter.test(character) && character.normalize('NFC') === character && !/\p{M}/u.test(character);
  });
  expect(hex(letters.filter((codePoint) => !known.has(codePoint)))).toEqual([]);
});
