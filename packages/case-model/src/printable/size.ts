import { unprintableCharacters } from './characters.ts';

/** An upper bound on the space that printed text takes. */
interface PrintedSize {
  readonly lines: number;
  /** Runs of characters within a line that use the same font. */
  readonly pieces: number;
}

/**
 * The maximum size of all text of one case. Text within both limits takes at most a third of the renderer's time limit.
 * A test next to the renderer renders the largest text within the limits.
 */
export const printLimits: PrintedSize = { lines: 45_000, pieces: 250_000 };

/**
 * The Unicode names of the scripts that a case summary draws letter by letter in the wide font. Arabic and Hebrew are
 * drawn word by word.
 */
export const livingScripts = [
  'Han Hiragana Katakana Bopomofo Hangul Thai Lao Khmer Myanmar Tibetan Ethiopic Armenian Georgian',
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala',
].flatMap((names) => names.split(' '));

/** The width of the narrowest column that holds text, in characters as wide as they are tall. */
const lineWidth = 13;
/** The width of a code point such as `⟨U+202E⟩`, which is printed for a character that can't be drawn. */
const codePointWidth = 6;

type Font = 'serif' | 'joined' | 'wide';

interface Letter {
  readonly font: Font;
  /** Relative to the height of a letter. */
  readonly width: number;
  readonly isMark: boolean;
}

/** Returns a function that measures text in linear time. It caches what it knows about each character. */
export function createPrintMeasure(): (text: string) => PrintedSize {
  // Even long text has few distinct characters.
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

/**
 * Whether a mark is drawn on the letter before it. Both must be in the same block and not merge in composed form, and a
 * letter takes at most two different marks.
 */
function isDrawnOn(letter: string, mark: string, marks: string): boolean {
  if (marks.includes(mark) || Array.from(marks).length >= 2 || blockOf(letter) !== blockOf(mark)) return false;
  return (letter + mark).normalize('NFC') === letter + mark;
}

/**
 * Returns the number of the block of 128 code points that a character is in. Arabic and Hebrew count as one block, 0.
 */
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
 * Matches living scripts in the Basic Multilingual Plane, which is what the wide font covers. Excludes standalone
 * Korean vowels and final consonants, because they merge with the letter before them.
 */
const widePattern = new RegExp(
  `^(?![\\u1160-\\u11ff\\u{10000}-\\u{10ffff}])[\\u3000-\\u303f\\uff01-\\uffe6${livingScripts.map((name) => `\\p{Script=${name}}`).join('')}]$`,
  'u',
);
