import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

test.each([
  ['UTF-8', 'Ren\xc3\xa9, \xe2\x80\x93', 'René, –'],
  ['UTF-8 with a byte order mark', '\xef\xbb\xbfRen\xc3\xa9', 'René'],
  ['UTF-8 with a byte order mark and a damaged byte', '\xef\xbb\xbfRen\xc3\xa9 \xff', 'René \ufffd'],
  ['little-endian UTF-16', '\xff\xfeR\0e\0n\0\xe9\0', 'René'],
  ['big-endian UTF-16', '\xfe\xff\0R\0e\0n\0\xe9', 'René'],
  ['Windows-1252', 'Ren\xe9, \x96 \x801', 'René, – €1'],
  ['ASCII', 'Rene', 'Rene'],
  ['an empty file', '', ''],
])('%s is decoded', (_name, bytes, text) => {
  expect(decodeText(Uint8Array.from(bytes, (one) => one.charCodeAt(0)).buffer)).toBe(text);
});
