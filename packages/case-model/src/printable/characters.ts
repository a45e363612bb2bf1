/**
 * The characters that both fonts of our papers (DejaVu Serif, regular and bold) can draw, as ranges of code points:
 * Latin, Greek, Cyrillic and common symbols. Other characters would print as empty boxes, and scripts that need shaping
 * or run from right to left would print incorrectly. A test in packages/papers compares the ranges with the font files.
 */
const printableRanges = [
  '9-a d', // tab, line feed, carriage return
  // Basic Latin to modifier letters
  '20-7e a0-ac ae-2cd 2d0-2d3 2d6-2de 2e0-2e9 2ec 2ee-2f0 2f3 2f7',
  // Greek and Cyrillic
  '370-377 37a-37f 384-38a 38c 38e-3a1 3a3-3e1 3f0-45f 462-465 46a-46d 470-477 48c-48d 490-49b 49e-4a7 4aa-4b7 4ba-4bb',
  '4c0-4c4 4c7-4c8 4cb-4cc 4cf-4f9 510-515 51a-51d',
  // Baht sign, phonetic extensions, Latin with Vietnamese
  'e3f 1d00-1d6b 1d77-1d78 1d7b-1d7f 1d85 1d9b-1dbf 1e00-1efb',
  // Greek with accents and breathings
  '1f00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb',
  '1fdd-1fef 1ff2-1ff4 1ff6-1ffe',
  // Punctuation, superscripts, currency
  '2000-200a 2010-2026 202f-203a 203c-203e 2042 2044-2049 204b-204f 2051-2053 2057 205f 2070-2071 2074-208e 2090-209c',
  '20a6 20ac 20af 20b1 20b4-20b5 20b8-20ba 20bd',
  // Letterlike symbols and number forms
  '2103 2109 210e-210f 2116 2122 2126-2127 212a-212b 2132 2141-2144 214b 214e 2150-2185 2189',
  // Arrows and mathematical operators
  '2190-2200 2202-2204 2206-2209 220b-220c 220f-2215 2217-2220 2223-222d 2238-223d 2242-2243 2248 2250-2255 2260-2261',
  '2264-2265 2282-2287 228c-22af 22c4-22c5',
  // Technical symbols, boxes, shapes, dingbats
  '2302 2308-230b 2310-2311 2318-2319 2320-2321 2325 2328 237d 239b-23ae 23cf 2423 2500-2600 2638-263c 263f-2647',
  '2660-2667 2669-266f 27a1',
  // More mathematics and arrows
  '27c5-27c6 27e0 27e8-27e9 27f0-27ff 2900-297f 29eb 2a0c-2a0e 2a2f 2a6a-2a6b 2b00-2b1a',
  // More Latin, punctuation, Cyrillic and tone letters, and the Latin ligatures
  '2c60-2c61 2c63-2c64 2c67-2c73 2c75-2c77 2c79-2c7f 2e18 2e1f 2e22-2e25 2e2e a644-a647 a650-a651 a654-a657 a698-a699',
  'a708-a716 a71b-a71f a726-a741 a746-a747 a74a-a74b a74e-a74f a768-a769 a77b-a77c a780-a787 a78b-a78d a790-a791 a7aa',
  'a7f8-a7ff fb00-fb06',
];

const unprintable = new RegExp(
  `[^${printableRanges
    .join(' ')
    .replaceAll(/[0-9a-f]+/g, '\\u{$&}')
    .replaceAll(' ', '')}]`,
  'gu',
);

/**
 * Returns the distinct characters of the text that our papers can't draw, in order of appearance. Checks the composed
 * form (NFC), which is what is printed: a letter and a separate accent count as one character if Unicode has one. Line
 * breaks and tabs are printable. Other control characters and invisible characters aren't.
 */
export function unprintableCharacters(text: string): string[] {
  return [...new Set(text.normalize('NFC').match(unprintable))];
}
