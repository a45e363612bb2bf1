import { livingScripts } from '@evict/case-model/printable';
import { cached, type OpenFont, openJoined, openPlain } from './fonts.ts';

/**
 * A regular or bold face: a serif font, and other fonts for the scripts that it lacks. Only case summaries use the
 * other fonts.
 */
export interface Face {
  readonly name: 'regular' | 'bold';
  /** The serif font, which draws all fixed text of the papers. */
  readonly own: OpenFont;
  /** Returns the width of a string in points, whichever fonts it needs. */
  readonly widthOf: (text: string, size: number) => number;
  /** Returns the width in points of a letter in the middle of a word, in the form that joins its neighbors. */
  readonly widthInside: (letter: string, size: number) => number;
  /** Returns the width in points of a letter at the end of a word. */
  readonly widthAtEnd: (letter: string, size: number) => number;
  /** Splits a string into runs of one font each, in visual order. */
  readonly piecesOf: (text: string) => readonly Piece[];
}

export interface Style {
  readonly face: Face;
  readonly size: number;
  readonly lineHeight: number;
}

/** A part of a line in one font. In scripts whose letters join, it is a single word. */
interface Piece {
  readonly text: string;
  readonly font: OpenFont;
}

/** A script outside the two serif faces, drawn by another font. */
interface Script {
  readonly name: string;
  /**
   * `joined` is for right-to-left scripts with joining or pointed letters. `wide` is for left-to-right scripts with one
   * glyph per character.
   */
  readonly font: 'joined' | 'wide';
}

/**
 * The faces that all documents use. They are parsed once per process, because that takes longer than rendering a short
 * document.
 */
export const faces: Readonly<Record<Face['name'], Face>> = {
  regular: openFace('regular', 'dejavu-fonts-ttf/ttf/DejaVuSerif.ttf'),
  bold: openFace('bold', 'dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf'),
};

/** Returns the script of a character that the serif faces lack. Null if no font draws it visibly. */
export function scriptBeyondSerif(character: string): Script | null {
  const known = judged.get(character);
  if (known !== undefined) return known;
  const script = judge(character);
  judged.set(character, script);
  return script;
}

/** Returns the font for a character that the serif faces lack. Null if no font draws it visibly. */
export function fontBeyondSerif(character: string, weight: Face['name']): OpenFont | null {
  const script = scriptBeyondSerif(character);
  return script && fontOf(script.font, weight);
}

/**
 * Arabic and Hebrew are detected by block, because their marks belong to no script. Digits are excluded because they
 * run from left to right, and presentation forms because they look like the letters they consist of.
 */
const scripts: readonly (readonly [name: string, font: Script['font'], pattern: RegExp])[] = [
  ['Hebrew', 'joined', /^[\u0591-\u05f4]$/u],
  ['Arabic', 'joined', /^[\u060b-\u060f\u061b-\u065f\u066a-\u06ef\u06fa-\u06ff\u0750-\u077f]$/u],
  ['East Asian punctuation', 'wide', /^[\u3001-\u3003\u3008-\u3020\u3030\u30fb\u30fc\uff01-\uff5e\uffe0-\uffe6]$/u],
  ...livingScripts.map((name) => [name, 'wide', new RegExp(`^\\p{Script=${name}}$`, 'u')] as const),
];

/** Matches invisible characters, such as fillers and format characters. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\uffa0]/u;

/** Matches characters that look like another character in their script, the way radicals look like ideographs. */
const lookAlike = /[\u0aeb\u0be7\u0bed\u0f0c\u114c\u17a3\u1c90-\u1cbf\u2e80-\u2fdf\u39b3\u3b3a\u3ba3\u6669\ua9fd]/u;

/** The results of `judge`, cached per process because a long string repeats the same characters. */
const judged = new Map<string, Script | null>();

function judge(character: string): Script | null {
  if (unseen.test(character) || lookAlike.test(character)) return null;
  const row = scripts.find(([, , pattern]) => pattern.test(character));
  if (!row) return null;
  const [name, font] = row;
  return fontOf(font, 'regular').has(character) ? { name, font } : null;
}

const opened: { wide?: OpenFont; regular?: OpenFont; bold?: OpenFont } = {};

/** Opens a font when it is first needed. Most papers need none of these, and the wide one has 57,000 glyphs. */
function fontOf(font: Script['font'], weight: Face['name']): OpenFont {
  if (font === 'wide') {
    return (opened.wide ??= openPlain('wide', '@fontsource/unifont/files/unifont-latin-400-normal.woff'));
  }
  if (weight === 'bold') {
    return (opened.bold ??= openJoined('joined-bold', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));
  }
  return (opened.regular ??= openJoined('joined', 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
}

function openFace(name: Face['name'], file: string): Face {
  const own = openPlain(name, file);
  const isOwn = (text: string) => {
    for (const character of text) if (!own.has(character)) return false;
    return true;
  };
  const fontFor = (character: string) => (own.has(character) ? own : (fontBeyondSerif(character, name) ?? own));
  const piecesOf = (text: string) => (isOwn(text) ? [{ text, font: own }] : inVisualOrder(split(text, fontFor)));
  // Cache the widths of words and lines at size 1, because the papers' fixed strings are measured repeatedly.
  const widthOf = cached((text) => widthJoined(piecesOf(text), '', ''));
  const widthInside = cached((letter) => widthJoined(piecesOf(letter), joiner, joiner));
  const widthAtEnd = cached((letter) => widthJoined(piecesOf(letter), joiner, ''));
  return {
    name,
    own,
    piecesOf,
    widthOf: (text, size) => widthOf(text) * size,
    widthInside: (letter, size) => widthInside(letter) * size,
    widthAtEnd: (letter, size) => widthAtEnd(letter) * size,
  };
}

function split(text: string, fontFor: (character: string) => OpenFont): Piece[] {
  const pieces: { text: string; font: OpenFont }[] = [];
  for (const character of text) {
    const font = fontFor(character);
    const last = pieces.at(-1);
    if (last?.font === font) last.text += character;
    else pieces.push({ text: character, font });
  }
  return pieces;
}

/**
 * Reverses the order of right-to-left words that are separated only by spaces. Everything else runs from left to right.
 */
function inVisualOrder(pieces: readonly Piece[]): Piece[] {
  const ordered: Piece[] = [];
  let phrase: Piece[] = [];
  for (const [index, piece] of pieces.entries()) {
    const joins = isJoined(piece) || (piece.text === ' ' && phrase.length > 0 && isJoined(pieces[index + 1]));
    if (joins) phrase = [piece, ...phrase];
    else {
      ordered.push(...phrase, piece);
      phrase = [];
    }
  }
  return [...ordered, ...phrase];
}

/** The zero-width joiner. It isn't drawn, but letters next to it take their joined form. */
const joiner = '\u200d';

function widthJoined(pieces: readonly Piece[], before: string, after: string): number {
  return pieces.reduce((sum, piece) => {
    return sum + piece.font.widthOf(isJoined(piece) ? before + piece.text + after : piece.text, 1);
  }, 0);
}

function isJoined(piece: Piece | undefined): boolean {
  return piece?.font.name.startsWith('joined') ?? false;
}
