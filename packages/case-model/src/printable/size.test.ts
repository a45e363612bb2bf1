import { expect, test } from 'vitest';
import { createPrintMeasure } from './size.ts';

const measure = createPrintMeasure();

test.each<[what: string, text: string, lines: number, pieces: number]>([
  ['an empty string', '', 1, 0],
  ['a full line', 'x'.repeat(13), 1, 1],
  ['one letter more than a full line', 'x'.repeat(14), 2, 1],
  ['three lines', 'a\nb\n', 3, 2],
  ['words with joined letters', 'محمد علي', 1, 3],
  ['ideographs', '漢'.repeat(13), 1, 1],
  ['three alternating scripts', 'a漢ش'.repeat(4), 1, 12],
  ['characters printed as code points', '\u202e'.repeat(13), 6, 1],
  ['emoji', '🙂'.repeat(13), 6, 1],
  ['two marks on a letter', 'ש\u05b8\u05c1'.repeat(13), 1, 1],
  ['a letter and a third mark that is not drawn', 'ש\u05b8\u05c1\u05b7', 1, 2],
  ['a letter and a repeated mark that is not drawn', 'ש\u05b8\u05b8', 1, 2],
  ['a letter and a mark that merges with it and is not drawn', '\u0627\u0653', 1, 2],
  ['a letter and a mark of another script that is not drawn', '漢\u093f', 1, 2],
  ['a letter and a separate accent that is not drawn', 'e\u0301', 1, 1],
])('the print measure counts the lines and the single-font runs of %s', (_, text, lines, pieces) => {
  expect(measure(text)).toEqual({ lines, pieces });
});
