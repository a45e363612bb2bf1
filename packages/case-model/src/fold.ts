/**
 * A text without accents, case and apostrophes, for comparison: "José" and "JOSE" are "jose", "O’Brien" is "obrien".
 * Letters that Unicode does not take apart are written out: "Straße" is "strasse", "Ærø" is "aero". Marks of scripts that
 * need them to tell words apart stay. A fraction is apart from the number before it: "1½" is "1 1⁄2", not "11⁄2".
 */
export function foldLetters(text: string): string {
  return separateFractions(text)
    .replace(insideWords, '')
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(undivided, (letter) => spelled[letter] ?? letter);
}

/** Puts a blank on both sides of "½" and the like, without which Unicode would join "1½" to "11⁄2". */
export function separateFractions(text: string): string {
  return text.replace(/[\u{bc}-\u{be}\u{2150}-\u{215f}\u{2189}]/gu, ' $& ');
}

/** Apostrophes as people type them, and characters that nobody sees. */
const insideWords = /['`´‘’‛ʹʻʼʽˈ′＇\p{Cf}]/gu;

/** The accents of Latin, Greek and Cyrillic letters. */
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
