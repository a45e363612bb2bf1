import { unprintableCharacters } from '@evict/case-model/printable';
import { scriptBeyondSerif } from './layout/faces.ts';

/** Marks the continuation of a word that was broken at the end of a line. */
export const cutMark = '↪';

/**
 * A statement by the service in place of a text. No text can imitate it, because brackets in a text are printed as code
 * points.
 */
export function remark(words: string): string {
  return `⟨${words}⟩`;
}

/**
 * Returns a text in a form that can be verified on paper: different texts print differently, and nothing is invisible.
 * Characters that can't be drawn, or not visibly, print as their code point (`⟨U+202E⟩`), an invisible space as `␣`,
 * and the end of a line as `↵`. Nothing is composed, so an accent that was sent separately is visible.
 */
export function exactText(text: string): string {
  return written(text, () => true);
}

/** The text with everything beyond plain Latin as code points, which exposes look-alikes from other scripts. */
export function spelledText(text: string): string {
  return written(text, (character) => plainLatin.test(character));
}

/** The characters of a text beyond plain Latin, each once. Empty for most texts. */
export function foreignCharacters(text: string): string[] {
  return [...new Set(text)].filter((character) => !plainLatin.test(character) && character !== '\n');
}

/** ASCII, and the letters of Western and Central European and of Vietnamese names, which readers recognize. */
const plainLatin = /[ -~\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1ea0-\u1ef9]/u;

/** Characters to which this notation gives a meaning. */
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

/** The last drawn character, and the marks on it. */
interface Letter {
  /** The script, or null for the serif faces, which place no marks. */
  readonly script: string | null;
  readonly marks: string;
}

/** The letter with this mark, or the next letter. Null for a character that can't be drawn visibly. */
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

/** False for a character that Unicode normalizes, alone or with the one before it, because both forms look the same. */
function isComposed(before: string, character: string): boolean {
  if (character < '\u0300') return true;
  const pair = before.normalize('NFC') + character;
  return character.normalize('NFC') === character && pair.normalize('NFC') === pair;
}

/** Whether a space is visible next to it. */
function isSeen(neighbor: string): boolean {
  return neighbor !== '' && neighbor !== ' ' && neighbor !== '\n';
}

function codePointOf(character: string): string {
  return remark(`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
}
