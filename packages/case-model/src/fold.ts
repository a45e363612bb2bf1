/**
 * Normalizes a text for comparison, without accents, case and apostrophes: "José" and "JOSE" become "jose", "O’Brien"
 * becomes "obrien". Letters that Unicode doesn't decompose are written out: "Straße" becomes "strasse", "Ærø" becomes
 * "aero". Marks stay in scripts that need them to tell words apart. A fraction is separated from the number before it:
 * "1½" becomes "1 1⁄2" and not "11⁄2".
 */
export function foldLetters(text: string): string {
  return separateFractions(text)
    .replace(insideWords, '')
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(undivided, (letter) => spelled[letter] ?? letter);
}

/** Puts blanks around "½" and the like, because Unicode would otherwise turn "1½" into "11⁄2". */
export function separateFractions(text: string): string {
  return text.replace(/[\u{bc}-\u{be}\u{2150}-\u{215f}\u{2189}]/gu, ' $& ');
}

/** Apostrophes as people type them, and invisible characters. */
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
