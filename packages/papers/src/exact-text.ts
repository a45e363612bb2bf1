import { unprintableCharacters } from '@evict/case-model/printable';
import { scriptBeyondSerif } from './layout/faces.ts';

/** Marks the continuation of a word that was broken at the end of a line. */
export const cutMark = '↪';

/**
 * Formats a remark by this service, such as `⟨not given⟩`. Customer input can't imitate one, because brackets like
 * these in the input print as code points.
 */
export function remark(words: string): string {
  return `⟨${words}⟩`;
}

/**
 * Returns the string in a form that can be verified on paper: different strings print differently, and every character
 * is visible. A character that can't be drawn visibly prints as its code point (`⟨U+202E⟩`), an invisible space as `␣`,
 * and the end of a line as `↵`. Nothing is normalized, so an accent that was sent as a separate character is visible.
 */
export function exactText(text: string): string {
  return written(text, () => true);
}

/**
 * Returns the string with every character beyond plain Latin as its code point, which exposes look-alikes from other
 * scripts.
 */
export function spelledText(text: string): string {
  return written(text, (character) => plainLatin.test(character));
}

/** Returns the distinct characters beyond plain Latin in a string, except line breaks. Most strings have none. */
export function foreignCharacters(text: string): string[] {
  return [...new Set(text)].filter((character) => !plainLatin.test(character) && character !== '\n');
}

/**
 * Matches ASCII and the letters in Western European, Central European and Vietnamese names, which readers recognize.
 */
const plainLatin = /[ -~\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1ea0-\u1ef9]/u;

/** Characters that have a special meaning in the output of `exactText`. */
const reserved = `⟨⟩␣↵${cutMark}`;

/** More than this many marks on one letter would overlap. */
const maxMarks = 2;

function written(text: string, wanted: (character: string) => boolean): string {
  const characters = Array.from(text);
  let letter: Letter | null = null;
  const shown = characters.map((character, index) => {
    const before = characters[index - 1] ?? '';
    if (character === '\n' || character === ' ') {
      letter = null;
      if (character === '\n') return '↵\n';
      return isSeen(before) && isSeen(characters[index + 1] ?? '') ? ' ' : '␣';
    }
    letter = wanted(character) && isComposed(before, character) ? withMark(letter, character) : null;
    return letter ? character : codePointOf(character);
  });
  return shown.join('').replaceAll('⟩⟨', ' ');
}

/** The last drawn letter, and the marks on it. */
interface Letter {
  /**
   * The script that the letter belongs to. Null for a letter in a serif face, because those faces can't place marks.
   */
  readonly script: string | null;
  readonly marks: string;
}

/**
 * Adds a mark to the letter, or starts a new letter if the character isn't a mark. Returns null if the character can't
 * be drawn visibly.
 */
function withMark(letter: Letter | null, character: string): Letter | null {
  if (!/\p{M}/u.test(character)) return startOf(character);
  const script = scriptBeyondSerif(character);
  if (!letter || !script || letter.script !== script.name) return null;
  if (letter.marks.includes(character) || letter.marks.length === maxMarks) return null;
  return { ...letter, marks: letter.marks + character };
}

function startOf(character: string): Letter | null {
  if (reserved.includes(character) || /[\p{Z}\t\r]/u.test(character)) return null;
  if (unprintableCharacters(character).length === 0) return { script: null, marks: '' };
  const script = scriptBeyondSerif(character);
  return script && { script: script.name, marks: '' };
}

/**
 * Whether normalization to NFC leaves the character unchanged, both alone and after the preceding one. A character that
 * it would change looks the same as its normalized form.
 */
function isComposed(before: string, character: string): boolean {
  if (character < '\u0300') return true;
  const pair = before.normalize('NFC') + character;
  return character.normalize('NFC') === character && pair.normalize('NFC') === pair;
}

/** Whether a space next to this character is visible. */
function isSeen(neighbor: string): boolean {
  return neighbor !== '' && neighbor !== ' ' && neighbor !== '\n';
}

function codePointOf(character: string): string {
  return remark(`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
}
