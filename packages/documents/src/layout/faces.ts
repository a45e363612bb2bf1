import { type OpenFont, openPlain } from './fonts.ts';
import { fontBeyondSerif } from './scripts.ts';

export type FaceName = 'regular' | 'bold';

export interface Face {
  readonly name: FaceName;
  /** The serif font, which draws all fixed text of the papers. */
  readonly own: OpenFont;
  /** The width of a text in points, in whatever fonts. */
  readonly widthOf: (text: string, size: number) => number;
  /** The text in runs of one font, in the order of the line. */
  readonly piecesOf: (text: string) => readonly Piece[];
}

/** A part of a line in one font; a single word in scripts whose letters join. */
interface Piece {
  readonly text: string;
  readonly font: OpenFont;
}

/** The faces of all documents, parsed once per process, which costs more than a short document. */
export const faces: Readonly<Record<FaceName, Face>> = {
  regular: face('regular', 'dejavu-fonts-ttf/ttf/DejaVuSerif.ttf'),
  bold: face('bold', 'dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf'),
};

function face(name: FaceName, file: string): Face {
  const own = openPlain(name, file);
  const isOwn = (text: string) => {
    for (const character of text) if (!own.has(character)) return false;
    return true;
  };
  const fontOf = (character: string) => (own.has(character) ? own : (fontBeyondSerif(character, name) ?? own));
  const piecesOf = (text: string) => (isOwn(text) ? [{ text, font: own }] : inVisualOrder(split(text, fontOf)));
  return {
    name,
    own,
    piecesOf,
    widthOf: (text, size) =>
      isOwn(text)
        ? own.widthOf(text, size)
        : piecesOf(text).reduce((sum, piece) => sum + piece.font.widthOf(piece.text, size), 0),
  };
}

function split(text: string, fontOf: (character: string) => OpenFont): Piece[] {
  const pieces: { text: string; font: OpenFont }[] = [];
  for (const character of text) {
    const font = fontOf(character);
    const last = pieces.at(-1);
    if (last?.font === font) last.text += character;
    else pieces.push({ text: character, font });
  }
  return pieces;
}

/** Right-to-left words separated only by spaces are reversed; everything else runs from left to right. */
function inVisualOrder(pieces: readonly Piece[]): Piece[] {
  const ordered: Piece[] = [];
  let phrase: Piece[] = [];
  for (const [index, piece] of pieces.entries()) {
    const joins = isJoined(piece) || (piece.text === ' ' && phrase.length > 0 && isJoined(pieces[index + 1]));
    if (!joins) {
      ordered.push(...phrase, piece);
      phrase = [];
    } else phrase = [piece, ...phrase];
  }
  return [...ordered, ...phrase];
}

function isJoined(piece: Piece | undefined): boolean {
  return piece?.font.name.startsWith('joined') ?? false;
}
