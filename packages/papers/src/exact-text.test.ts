import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactText, foreignCharacters, remark, spelledText } from './exact-text.ts';
import { hardText, readBack } from '../test/hard-text.ts';

describe.each([
  ['exactText', exactText],
  ['spelledText', spelledText],
])('%s', (_name, write) => {
  test('gives text that can be read back, so two different strings never look the same', () => {
    const texts = fc.oneof(hardText(30), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(texts, (text) => {
        expect(readBack(write(text).split('\n'))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('exactText', () => {
  test.each([
    ['plain Latin, Greek and Cyrillic', 'José Müller, Γιώργος, Екатерина'],
    ['Arabic and Hebrew', 'محمد علي דוד בן־גוריון'],
    ['Chinese, Japanese and Korean', '王小明、東京都（千代田区） カタカナ 김철수'],
    ['Hindi and Thai with their vowel signs', 'राजेश क्षत्रिय हिंदी สมชาย ที่นี่'],
  ])('prints %s unchanged', (_name, text) => {
    expect(exactText(text)).toBe(text);
  });

  test.each([
    ['an emoji', '🙂', '⟨U+1F642⟩'],
    ['a right-to-left override', 'a\u202eb', 'a⟨U+202E⟩b'],
    ['an accent separate from its letter', 'e\u0301', 'e⟨U+0301⟩'],
    ['a mark on a letter of another script', '王\u093f', '王⟨U+093F⟩'],
    ['marks that would run into each other', 'क\u0941\u0902\u0901', 'क\u0941\u0902⟨U+0901⟩'],
    ['an Arabic presentation form that looks like its letter', '\ufee3', '⟨U+FEE3⟩'],
    ['a syllable sent in parts', '\u1100\u1161', '\u1100⟨U+1161⟩'],
    ['a Hangul filler', '\u3164', '⟨U+3164⟩'],
    ['two invisible characters in a row', '\t\u00a0', '⟨U+0009 U+00A0⟩'],
    ['signs of our own', '⟨not given⟩ ␣↵↪', '⟨U+27E8⟩not given⟨U+27E9⟩ ⟨U+2423 U+21B5 U+21AA⟩'],
    ['spaces that would not show', ' a  b \n', '␣a␣␣b␣↵\n'],
    ['line endings of any kind', 'a\r\nb\n\nc', 'a⟨U+000D⟩↵\nb↵\n↵\nc'],
  ])('makes %s visible', (_name, text, shown) => {
    expect(exactText(text)).toBe(shown);
  });

  test('never prints an invisible character', () => {
    const unseen = /(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]|^\p{M}/u;
    const faults: string[] = [];
    for (let codePoint = 0; codePoint <= 0x1ffff; codePoint += 1) {
      const shown = exactText(String.fromCodePoint(codePoint));
      if (shown === '' || unseen.test(shown)) faults.push(codePoint.toString(16));
    }
    expect(faults).toEqual([]);
  });

  test('never prints text that imitates a remark by the service', () => {
    for (const words of ['not given', 'empty', 'none']) expect(exactText(remark(words))).not.toContain(remark(words));
  });
});

test('spelledText uses only plain Latin and our own signs', () => {
  fc.assert(
    fc.property(hardText(30), (text) => {
      expect(spelledText(text)).toMatch(/^[ -~\u00c0-\u024f\u1ea0-\u1ef9⟨⟩␣↵\n]*$/u);
    }),
  );
});

test.each([
  ['Nguyễn Thị Hạnh, José & Łukasz', []],
  ['O’Brien’s', ['’']],
  ['\u0410nn\u0430', ['\u0410', '\u0430']],
])('the characters of %s beyond plain Latin are %j', (text, characters) => {
  expect(foreignCharacters(text)).toEqual(characters);
});
