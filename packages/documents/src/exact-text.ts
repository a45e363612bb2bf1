import { unprintableCharacters } from '@evict/case-model';
import { scriptBeyondSerif } from './layout/scripts.ts';

/** Stands before the rest of a word that was cut at the end of a line. */
export const cutMark = '↪';

/** What we say in the place of a text. No text can print it: brackets of its own stand as code points. */
export function remark(words: string): string {
  return `⟨${words}⟩`;
}

/**
 * A text as it can be checked on paper: two texts that differ give two that differ, and none holds anything unseen. What
 * cannot be drawn, or not so that it shows, stands as its code point (`⟨U+202E⟩`), a space that would not show as `␣`,
 * the end of a line as `↵`. Nothing is composed: an accent that was sent apart from its letter shows.
 */
export function exactText(text: string): string {
  return written(text, () => true);
}

/** The text with all that is not plain Latin by its code point, so that no look-alike of another script hides in it. */
export function spelledText(text: string): string {
  return written(text, (character) => plainLatin.test(character));
}

/** The characters of a text that are not plain Latin, each once; empty for most. */
export function foreignCharacters(text: string): string[] {
  return [...new Set(text)].filter((character) => !plainLatin.test(character) && character !== '\n');
}

/** ASCII and the letters of Western and Central European and of Vietnamese names, which are known at sight. */
const plainLatin = /[ -~\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1ea0-\u1ef9]/u;

/** Characters that mean something of ours in a printed text. */
const reserved = `⟨⟩␣↵${cutMark}`;

/** More marks than this on one letter run into each other. */
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

/** What was drawn last, and the marks on it. */
interface Letter {
  /** Null for those of the serif faces, which place no marks. */
  readonly script: string | null;
  readonly marks: string;
}

/** The letter with this mark, or the next letter; null for what cannot be drawn so that it shows. */
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

/** False for a character that Unicode would write as another, alone or with the one before it: both look the same. */
function isComposed(before: string, character: string): boolean {
  if (character < '\u0300') return true;
  const pair = before.normalize('NFC') + character;
  return character.normalize('NFC') === character && pair.normalize('NFC') === pair;
}

/** Whether a space shows beside it. */
function isSeen(neighbor: string): boolean {
  return neighbor !== '' && neighbor !== ' ' && neighbor !== '\n';
}

function codePointOf(character: string): string {
  return remark(`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
}
