import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './woff.ts';

/** A font file, parsed once per process. */
export interface OpenFont {
  /** Its name inside a document. */
  readonly name: string;
  /** What pdfkit embeds: the parsed font, with our layout instead of its own. */
  readonly font: Font;
  /** Height above the baseline, in parts of the font size. */
  readonly ascent: number;
  readonly has: (character: string) => boolean;
  /** The width of a text in points. */
  readonly widthOf: (text: string, size: number) => number;
}

/**
 * A font in which each code point is one glyph, at its own width. There are deliberately no ligatures and no kerning: a
 * glyph then always stands for the same text, so copied text equals the input, and layout is fifty times as fast.
 */
export function openPlain(name: string, file: string): OpenFont {
  const font = parse(file);
  const { unitsPerEm } = font; // read again from the tables at each use
  const glyphOf = glyphsOf(font);
  return {
    name,
    ascent: font.ascent / unitsPerEm,
    font: withLayout(font, (text) => {
      const glyphs = Array.from(text, (character) => glyphOf(character) ?? missing);
      return {
        glyphs,
        positions: glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 })),
      };
    }),
    has: (character) => glyphOf(character) !== null,
    widthOf(text, size) {
      let units = 0;
      for (const character of text) units += (glyphOf(character) ?? missing).advanceWidth;
      return (units / unitsPerEm) * size;
    },
  };
}

/**
 * The glyphs of single characters. We create them ourselves: the parser's remember the first code point they were used
 * for, which would make copied text depend on what was rendered before.
 */
function glyphsOf(font: Font): (character: string) => Glyph | null {
  const known = new Map<string, Glyph | null>();
  return (character) => {
    const found = known.get(character);
    if (found !== undefined) return found;
    const codePoint = character.codePointAt(0) ?? 0;
    const { id, advanceWidth } = font.glyphForCodePoint(codePoint);
    const glyph = font.hasGlyphForCodePoint(codePoint) ? { id, advanceWidth, codePoints: [codePoint] } : null;
    known.set(character, glyph);
    return glyph;
  };
}

/** A right-to-left font with joining letters and positioned marks: for one word at a time. */
export function openJoined(name: string, file: string): OpenFont {
  const font = parse(file);
  const { unitsPerEm } = font;
  const lettersOf = lettersByGlyph(font);
  const shaped = new Map<string, Shape>();
  const shapeOf = (word: string): Shape => {
    const known = shaped.get(word);
    if (known) return known;
    const shape = shapeWord(font, word, lettersOf);
    if (shaped.size === keptShapes) shaped.clear();
    shaped.set(word, shape);
    return shape;
  };
  return {
    name,
    ascent: font.ascent / unitsPerEm,
    font: withLayout(font, (word) => {
      const { glyphs, positions } = shapeOf(word);
      return { glyphs, positions: positions.map(copyOf) };
    }),
    has: (character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
    widthOf: (word, size) => (shapeOf(word).units / unitsPerEm) * size,
  };
}

interface Shape {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Readonly<Position>[];
  /** The width, in units of the font. */
  readonly units: number;
}

/** pdfkit modifies the positions that it is given. */
function copyOf({ xAdvance, yAdvance, xOffset, yOffset }: Position): Position {
  return { xAdvance, yAdvance, xOffset, yOffset };
}

/** Caches the shapes of words: each is needed when its line is broken, and again when it is drawn. */
const keptShapes = 2000;

function shapeWord(font: Font, word: string, lettersOf: ReadonlyMap<number, number[]>): Shape {
  const { glyphs, positions } = font.layout(word, [], scriptOf(word), undefined, 'rtl');
  return {
    glyphs: glyphs.map(({ id, advanceWidth }) => ({ id, advanceWidth, codePoints: lettersOf.get(id) ?? [] })),
    positions: positions.map(copyOf),
    units: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
  };
}

/**
 * The letters of a joined glyph, by the name of its presentation form. The parser remembers those of the first text in
 * which it occurred, which would make the bytes of a document depend on what was rendered before.
 */
function lettersByGlyph(font: Font): Map<number, number[]> {
  return new Map(
    font.characterSet.map((codePoint) => [
      font.glyphForCodePoint(codePoint).id,
      Array.from(String.fromCodePoint(codePoint).normalize('NFKC'), (letter) => letter.codePointAt(0) ?? 0),
    ]),
  );
}

function scriptOf(word: string): string {
  return /\p{Script=Hebrew}/u.test(word) ? 'hebr' : 'arab';
}

interface Position {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}

interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

/** The glyph that every font draws for a missing character. */
const missing: Glyph = { id: 0, advanceWidth: 0, codePoints: [] };

function withLayout(font: Font, layout: (text: string) => { glyphs: readonly Glyph[]; positions: Position[] }): Font {
  const value = (text: string) => {
    const { glyphs, positions } = layout(text);
    return {
      glyphs,
      positions,
      // Read after pdfkit has scaled the positions in place.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
  return Object.create(font, { layout: { value }, getGlyph: { value: glyphsDecodedOnce(font) } }) as Font;
}

/**
 * Caches the decoded outlines of embedded glyphs. The parser would decode them again for every document, a fifth of the
 * time of a short one.
 */
function glyphsDecodedOnce(font: Font): (id: number, codePoints?: number[]) => unknown {
  const parser = font as unknown as { getGlyph: (id: number, codePoints?: number[]) => OutlinedGlyph };
  const decoded = new WeakSet<OutlinedGlyph>();
  return (id, codePoints) => {
    const glyph = parser.getGlyph(id, codePoints);
    if (!decoded.has(glyph)) {
      const outline = glyph._decode();
      glyph._decode = () => outline;
      decoded.add(glyph);
    }
    return glyph;
  };
}

/** A glyph of the parser, which has one object per id. */
interface OutlinedGlyph {
  _decode: () => unknown;
}

function parse(file: string): Font {
  const bytes = readFileSync(createRequire(import.meta.url).resolve(file));
  return create(file.endsWith('.woff') ? unpackWoff(bytes) : bytes) as Font;
}
