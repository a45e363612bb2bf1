import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

test.each([
  ['UTF-8', 'Ren\xc3\xa9, \xe2\x80\x93', 'René, –'],
  ['UTF-8 with its mark', '\xef\xbb\xbfRen\xc3\xa9', 'René'],
  ['UTF-8 with its mark and a damaged byte', '\xef\xbb\xbfRen\xc3\xa9 \xff', 'René \ufffd'],
  ['UTF-16 of Windows', '\xff\xfeR\0e\0n\0\xe9\0', 'René'],
  ['UTF-16, high bytes first', '\xfe\xff\0R\0e\0n\0\xe9', 'René'],
  ['Windows-1252', 'Ren\xe9, \x96 \x801', 'René, – €1'],
  ['ASCII', 'Rene', 'Rene'],
  ['nothing', '', ''],
])('%s is decoded', (_name, bytes, text) => {
  expect(decodeText(Uint8Array.from(bytes, (one) => one.charCodeAt(0)).buffer)).toBe(text);
});
