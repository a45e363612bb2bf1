import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unprintableCharacters } from './characters.ts';

describe('unprintableCharacters', () => {
  test.each([
    ['English', 'O’Brien & Sons, L.L.C., “Unit 4½” at $1,234.56 — § 12-201'],
    ['Western and Central European names', 'José Müller, Łukasz Żółć, İpek Şahin, Åse Øst, Ștefan'],
    ['Vietnamese', 'Nguyễn Thị Hạnh, Đặng Ngọc Ưu'],
    ['Greek', 'Γιώργος Παπαδόπουλος'],
    ['Cyrillic', 'Екатерина Щёлокова, Їжак'],
    ['paragraphs with any line endings', 'one\ntwo\r\nthree\tfour'],
    ['accents sent separately from their letters', 'Nguyễn José'.normalize('NFD')],
    ['an empty string', ''],
  ])('accepts %s', (_name, text) => {
    expect(unprintableCharacters(text)).toEqual([]);
  });

  test.each([
    ['another script', 'م', 'ש', '王', 'た', '김', 'र', 'ส', '🙂'],
    ['a control character', '\u0000', '\u001b', '\u0085'],
    ['an invisible character', '\u00ad', '\u200d', '\u202e', '\ufeff', '\u2028', '\ufe0f'],
    ['a code point without a character', '\ufffd', '\ud800', '\ue000'],
    ["an accent that doesn't compose with its letter", '\u0338'],
  ])('refuses %s', (_name, ...characters) => {
    for (const character of characters) expect(unprintableCharacters(`x${character}y`)).toEqual([character]);
  });

  test('names each refused character once, in order of appearance', () => {
    expect(unprintableCharacters('王 and 🙂 and 王')).toEqual(['王', '🙂']);
  });

  test('checks each character independently of its position', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const refused = Array.from(text.normalize('NFC')).filter(
          (character) => unprintableCharacters(character).length,
        );
        expect(unprintableCharacters(text)).toEqual([...new Set(refused)]);
      }),
    );
  });
});
