/**
 * Normalizes text for comparison by removing accents, case and apostrophes: "José" and "JOSE" become "jose", "O’Brien"
 * becomes "obrien". Letters that Unicode doesn't decompose are spelled out: "Straße" becomes "strasse", "Ærø" becomes
 * "aero". Keeps the combining marks of scripts in which they distinguish words. A fraction is separated from a number
 * before it: "1½" becomes "1 1⁄2", not "11⁄2".
 */
export function foldLetters(text: string): string {
  return separateFractions(text)
    .replace(insideWords, '')
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(undivided, (letter) => spelled[letter] ?? letter);
}

/** Puts spaces around fraction characters such as "½". Otherwise, Unicode normalization would turn "1½" into "11⁄2". */
export function separateFractions(text: string): string {
  return text.replace(/[\u{bc}-\u{be}\u{2150}-\u{215f}\u{2189}]/gu, ' $& ');
}

/** The apostrophes that people type, and invisible format characters. Both are removed. */
const insideWords = /['`´‘’‛ʹʻʼʽˈ′＇\p{Cf}]/gu;

/** Combining accents of Latin, Greek and Cyrillic letters. */
const accents = /[\u{300}-\u{36f}]|[\u{1ab0}-\u{1aff}]|[\u{1dc0}-\u{1dff}]|[\u{20d0}-\u{20ff}]|[\u{fe20}-\u{fe2f}]/gu;

const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
};
const undivided = new RegExp(`[${Object.keys(spelled).join('')}]`, 'gu');
