import { unprintableCharacters } from './printable.ts';

/** The printed size of texts, as an upper bound. */
export interface PrintedSize {
  readonly lines: number;
  /** Parts of lines that are drawn by one font each. */
  readonly pieces: number;
}

/**
 * Limits on the text of one case. A test beside the renderer verifies that text within both renders within the
 * renderer's limits, in at most a third of its time.
 */
export const printLimits: PrintedSize = { lines: 45_000, pieces: 250_000 };

/**
 * The scripts beyond the serif faces that a case summary draws letter by letter, by their Unicode names. Arabic and
 * Hebrew it draws word by word.
 */
export const livingScripts = [
  'Han Hiragana Katakana Bopomofo Hangul Thai Lao Khmer Myanmar Tibetan Ethiopic Armenian Georgian',
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala',
].flatMap((names) => names.split(' '));

/** Characters of the narrowest column that texts are printed in, where each is as wide as it is tall. */
const lineWidth = 13;
/** A character that cannot be drawn is printed as its code point, as in `⟨U+202E⟩`. */
const codePointWidth = 6;

type Font = 'serif' | 'joined' | 'wide';

interface Letter {
  readonly font: Font;
  /** In heights of a letter. */
  readonly width: number;
  readonly isMark: boolean;
}

/** Measures texts in linear time. */
export function createPrintMeasure(): (text: string) => PrintedSize {
  // Cached: long texts have few distinct characters.
  const judged = new Map<number, Letter>();
  const letterOf = (codePoint: number): Letter => {
    const known = judged.get(codePoint);
    if (known) return known;
    const letter = judge(String.fromCodePoint(codePoint));
    judged.set(codePoint, letter);
    return letter;
  };
  return (text) => {
    let lines = 0;
    let pieces = 0;
    let width = 0;
    let before = 0;
    let font: Font | null = null;
    let marks = '';
    const endLine = () => {
      lines += Math.max(1, Math.ceil(width / lineWidth));
      width = 0;
      font = null;
    };
    for (let at = 0; at < text.length; at += 1) {
      const codePoint = text.codePointAt(at) ?? 0;
      if (codePoint > 0xffff) at += 1;
      if (codePoint === lineFeed) {
        endLine();
        continue;
      }
      const letter = letterOf(codePoint);
      const joins: boolean = letter.isMark && letter.font === font && isDrawnOn(before, codePoint, marks);
      const drawnIn: Font = letter.isMark && !joins ? 'serif' : letter.font;
      if (!joins) width += letter.isMark ? codePointWidth : letter.width;
      marks = joins ? marks + String.fromCodePoint(codePoint) : '';
      if (!joins) before = codePoint;
      if (drawnIn !== font) pieces += 1;
      font = drawnIn;
    }
    endLine();
    return { lines, pieces };
  };
}

const lineFeed = 0xa;

/** A mark is drawn on a letter of its own script that it does not merge with, twice at most, and never again. */
function isDrawnOn(letterPoint: number, markPoint: number, marks: string): boolean {
  const [letter, mark] = [String.fromCodePoint(letterPoint), String.fromCodePoint(markPoint)];
  if (marks.includes(mark) || Array.from(marks).length >= 2 || blockOf(letter) !== blockOf(mark)) return false;
  const pair = letter + mark;
  return pair.normalize('NFC') === pair;
}

/** Scripts with marks have blocks of 128 code points; Arabic and Hebrew count as one block. */
function blockOf(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  return joinedPattern.test(character) ? 0 : codePoint >> 7;
}

function judge(character: string): Letter {
  const isMark = markPattern.test(character);
  const isItself = character.normalize('NFC') === character;
  if (isItself && unprintableCharacters(character).length === 0) return { font: 'serif', width: 1, isMark };
  if (isItself && joinedPattern.test(character)) return { font: 'joined', width: 1, isMark };
  if (isItself && widePattern.test(character)) return { font: 'wide', width: 1, isMark };
  return { font: 'serif', width: codePointWidth, isMark };
}

const markPattern = /\p{M}/u;
const joinedPattern = /^[\u0590-\u08ff]$/u;
/** Of the plane that the font has. Vowels and final consonants of Korean that stand alone merge with what is before. */
const widePattern = new RegExp(
  `^(?![\\u1160-\\u11ff\\u{10000}-\\u{10ffff}])[\\u3000-\\u303f\\uff01-\\uffe6${livingScripts.map((name) => `\\p{Script=${name}}`).join('')}]$`,
  'u',
);
