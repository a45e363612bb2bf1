import { unprintableCharacters } from './characters.ts';

/** The printed size of texts, as an upper bound. */
interface PrintedSize {
  readonly lines: number;
  /** Parts of lines that each use one font. */
  readonly pieces: number;
}

/**
 * Limits on the text of one case. A test next to the renderer verifies that text within both limits renders within the
 * renderer's own limits, in at most a third of its time.
 */
export const printLimits: PrintedSize = { lines: 45_000, pieces: 250_000 };

/**
 * The scripts, by their Unicode names, that a case summary draws letter by letter with other fonts. Arabic and Hebrew
 * are drawn word by word.
 */
export const livingScripts = [
  'Han Hiragana Katakana Bopomofo Hangul Thai Lao Khmer Myanmar Tibetan Ethiopic Armenian Georgian',
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala',
].flatMap((names) => names.split(' '));

/** The width of the narrowest column with texts, in characters that are as wide as they are tall. */
const lineWidth = 13;
/** A character that can't be drawn is printed as its code point, such as `⟨U+202E⟩`. */
const codePointWidth = 6;

type Font = 'serif' | 'joined' | 'wide';

interface Letter {
  readonly font: Font;
  /** Relative to the height of a letter. */
  readonly width: number;
  readonly isMark: boolean;
}

/** Measures texts in linear time. */
export function createPrintMeasure(): (text: string) => PrintedSize {
  // A cache, because long texts have few distinct characters.
  const known = new Map<string, Letter>();
  const letterOf = (character: string): Letter => {
    const letter = known.get(character) ?? judge(character);
    known.set(character, letter);
    return letter;
  };
  return (text) => {
    let [lines, pieces] = [0, 0];
    for (const line of text.split('\n')) {
      let width = 0;
      let font: Font | null = null;
      let base = '';
      let marks = '';
      for (const character of line) {
        const letter = letterOf(character);
        if (letter.isMark && letter.font === font && isDrawnOn(base, character, marks)) {
          marks += character;
          continue;
        }
        const drawnIn: Font = letter.isMark ? 'serif' : letter.font;
        if (drawnIn !== font) pieces += 1;
        width += letter.isMark ? codePointWidth : letter.width;
        [font, base, marks] = [drawnIn, character, ''];
      }
      lines += Math.max(1, Math.ceil(width / lineWidth));
    }
    return { lines, pieces };
  };
}

/** A mark is drawn on a letter of its own script that it doesn't merge with, and only twice. */
function isDrawnOn(letter: string, mark: string, marks: string): boolean {
  if (marks.includes(mark) || Array.from(marks).length >= 2 || blockOf(letter) !== blockOf(mark)) return false;
  return (letter + mark).normalize('NFC') === letter + mark;
}

/** Scripts with marks have blocks of 128 code points. Arabic and Hebrew count as one block. */
function blockOf(character: string): number {
  return joinedPattern.test(character) ? 0 : (character.codePointAt(0) ?? 0) >> 7;
}

function judge(character: string): Letter {
  const isMark = /\p{M}/u.test(character);
  const isItself = character.normalize('NFC') === character;
  if (isItself && unprintableCharacters(character).length === 0) return { font: 'serif', width: 1, isMark };
  if (isItself && joinedPattern.test(character)) return { font: 'joined', width: 1, isMark };
  if (isItself && widePattern.test(character)) return { font: 'wide', width: 1, isMark };
  return { font: 'serif', width: codePointWidth, isMark };
}

const joinedPattern = /^[\u0590-\u08ff]$/u;
/**
 * Characters of the plane that the font covers. Standalone Korean vowels and final consonants merge with what precedes
 * them.
 */
const widePattern = new RegExp(
  `^(?![\\u1160-\\u11ff\\u{10000}-\\u{10ffff}])[\\u3000-\\u303f\\uff01-\\uffe6${livingScripts.map((name) => `\\p{Script=${name}}`).join('')}]$`,
  'u',
);
