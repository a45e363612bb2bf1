import { type CaseFacts, foldLetters } from '@evict/case-model';

/**
 * Normalizes text for searching, so that two spellings compare equal if a reader would consider them the same. Removes
 * accents, case and apostrophes, and turns "½" into "1/2" and "&" into "and". Most other punctuation becomes a space,
 * but initials ("L.L.C." becomes "llc") and units ("4-B" becomes "4b") are joined. Returns an empty string if nothing
 * is left.
 */
export function foldForSearch(text: string): string {
  return fold(
    text
      .replace(initials, (found) => found.replace(/[.\s]/gu, ''))
      .replace(/(?<=\p{N})\p{Pd}(?=\p{L}(?![\p{L}\p{N}]))|(?<=(?<![\p{L}\p{N}])\p{L})\p{Pd}(?=\p{N})/gu, ''),
  );
}

/**
 * Returns the normalized spellings under which a string can be found, one per line. There are several if initials or a
 * unit can be written apart ("J. P.", "4 B"), if a hyphen can be omitted ("Annmarie"), or if an apostrophe can be a
 * space ("O Neil").
 */
export function linesForSearch(text: string): string {
  const apart = fold(text);
  const spellings = [text, text.replace(hyphens, ''), text.replace(apostrophes, ' ')].map(foldForSearch);
  return [...new Set([...spellings, apart, apart.replace(joints, '')])].join('\n');
}

/**
 * Returns the lines under which a case can be found: its address with and without the unit, its county, and its
 * parties' names. Each name appears twice in a row, so that "garcia ana" is found in "ana garcia ana garcia".
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

/**
 * Returns a unit both as "4e" and as "4 e". Only the unit is rewritten, because elsewhere in an address an "E" could
 * mean east.
 */
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

/** Matches "J.P.", "J. P." and "L.L.C", but not "W. G", which may be the beginning of "W. Goodall". */
const initials = /(?<![\p{L}\p{N}])\p{L}(?:\.\s?\p{L}(?=\.)|\.\p{L}(?![\p{L}\p{N}]))+\.?/gu;

/** The spaces between single letters, and between a number and a letter that isn't a direction. */
const joints =
  /(?<=(?<!\S)\p{L}) (?=\p{L}(?!\S))|(?<=(?<!\S)\p{N}+) (?=(?![nesw])\p{L}(?!\S))|(?<=(?<!\S)(?![nesw])\p{L}) (?=\p{N}+(?!\S))/gu;

/**
 * Spaces and the punctuation that counts as a space. "⁄" is the fraction slash. Signs with a meaning, such as "%" and
 * "_", are not separators.
 */
const separators = /[\s\p{Cc}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u{2212}"!?,.:;#*+/⁄·•]+/gu;
