import { type CaseFacts, foldLetters } from '@evict/case-model';

/**
 * A text as a search compares it, as a reader would: without accents, case and apostrophes, with "½" as "1/2" and "&" as
 * "and". Any other punctuation is a blank, but none remains in initials ("L.L.C." is "llc") and in a unit ("4-B" is "4b").
 * Empty for a text in which nothing is left.
 */
export function foldForSearch(text: string): string {
  return fold(
    text
      .replace(initials, (found) => found.replace(/[.\s]/gu, ''))
      .replace(/(?<=\p{N})\p{Pd}(?=\p{L}(?![\p{L}\p{N}]))|(?<=(?<![\p{L}\p{N}])\p{L})\p{Pd}(?=\p{N})/gu, ''),
  );
}

/**
 * The folded lines of a text to be found. There are several where initials or a unit can be asked for apart ("J. P.",
 * "4 B"), where a hyphen can be left out ("Annmarie"), and where an apostrophe can be a blank ("O Neil").
 */
export function linesForSearch(text: string): string {
  const apart = fold(text);
  const spellings = [text, text.replace(hyphens, ''), text.replace(apostrophes, ' ')].map(foldForSearch);
  return [...new Set([...spellings, apart, apart.replace(joints, '')])].join('\n');
}

/**
 * What a case is found by, a line each: its address without and with the unit, its county, and the names of its parties. A
 * name is there twice in a row, so that "garcia ana" is in "ana garcia ana garcia".
 */
export function factsForSearch({ property, parties }: Pick<CaseFacts, 'property' | 'parties'>): string {
  const { line1, unit, city, county, state, zip } = property;
  return [
    [line1, city, state, zip].join(' '),
    ...(unit === undefined ? [] : unitSpellings(unit).map((spelling) => [line1, spelling, city, state, zip].join(' '))),
    ...(county === undefined ? [] : [county]),
    ...parties.map(({ name }) => `${name} ${name}`),
  ]
    .map(linesForSearch)
    .filter((lines) => lines !== '')
    .join('\n');
}

/** "4E" and "4 E" are one unit. In a whole address the "E" could be a point of the compass. */
function unitSpellings(unit: string): string[] {
  const folded = fold(unit);
  const joined = folded.replace(/(?<=(?<!\S)\p{N}+) (?=\p{L}(?!\S))|(?<=(?<!\S)\p{L}) (?=\p{N}+(?!\S))/gu, '');
  const apart = folded.replace(/(?<=(?<!\S)\p{N}+)(?=\p{L}(?!\S))|(?<=(?<!\S)\p{L})(?=\p{N}+(?!\S))/gu, ' ');
  return [...new Set([joined, apart])];
}

function fold(text: string): string {
  return foldLetters(text.replaceAll('&', ' and ')).replace(separators, ' ').trim();
}

const hyphens = /(?<=\p{L})\p{Pd}(?=\p{L})/gu;
const apostrophes = /(?<=\p{L})['`´‘’ʻʼ′＇](?=\p{L})/gu;

/** "J.P.", "J. P.", "L.L.C". Not "W. G", which may be the beginning of "W. Goodall". */
const initials = /(?<![\p{L}\p{N}])\p{L}(?:\.\s?\p{L}(?=\.)|\.\p{L}(?![\p{L}\p{N}]))+\.?/gu;

/** The blanks between single letters, and between a number and a letter that is no point of the compass. */
const joints =
  /(?<=(?<!\S)\p{L}) (?=\p{L}(?!\S))|(?<=(?<!\S)\p{N}+) (?=(?![nesw])\p{L}(?!\S))|(?<=(?<!\S)(?![nesw])\p{L}) (?=\p{N}+(?!\S))/gu;

/** "⁄" is what a fraction has. Signs that mean something, like "%" and "_", are none of these. */
const separators = /[\s\p{Cc}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u{2212}"!?,.:;#*+/⁄·•]+/gu;
