import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type GlyphPosition } from 'fontkit';
import { unpacked } from './woff.ts';

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

/** A glyph of a text. We create it: the parser's depends on the text in which it occurred first. */
interface OwnGlyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

/** The glyphs of a text, with positions that pdfkit may change. */
interface Shape {
  readonly glyphs: readonly OwnGlyph[];
  readonly positions: readonly GlyphPosition[];
}

/**
 * A font in which each code point is one glyph, at its own width. There are deliberately no ligatures and no kerning: a
 * glyph then always stands for the same text, so copied text equals the input, and layout is fifty times as fast.
 */
export function openPlain(name: string, file: string): OpenFont {
  const font = parse(file);
  const glyphOf = cached((character: string): OwnGlyph => {
    const codePoint = character.codePointAt(0) ?? 0;
    const isKnown = font.hasGlyphForCodePoint(codePoint);
    const { id, advanceWidth } = isKnown ? font.glyphForCodePoint(codePoint) : { id: 0, advanceWidth: 0 };
    return { id, advanceWidth, codePoints: isKnown ? [codePoint] : [] };
  });
  const layout = (text: string): Shape => {
    const glyphs = Array.from(text, glyphOf);
    return { glyphs, positions: glyphs.map(({ advanceWidth }) => positionOf(advanceWidth)) };
  };
  return open(name, font, layout, (text) => {
    let units = 0;
    for (const character of text) units += glyphOf(character).advanceWidth;
    return units;
  });
}

/** A right-to-left font with joining letters and positioned marks: for one word at a time. */
export function openJoined(name: string, file: string): OpenFont {
  const font = parse(file);
  // The letters of a joined glyph, by the name of its presentation form.
  const letters = new Map(
    font.characterSet.map((codePoint) => [
      font.glyphForCodePoint(codePoint).id,
      Array.from(String.fromCodePoint(codePoint).normalize('NFKC'), (letter) => letter.codePointAt(0) ?? 0),
    ]),
  );
  // A word is shaped when its line is broken, and needed again when it is drawn.
  const shapeOf = cached((word: string): Shape => {
    const script = /\p{Script=Hebrew}/u.test(word) ? 'hebr' : 'arab';
    const { glyphs, positions } = font.layout(word, [], script, undefined, 'rtl');
    return {
      glyphs: glyphs.map(({ id, advanceWidth }) => ({ id, advanceWidth, codePoints: letters.get(id) ?? [] })),
      positions,
    };
  });
  const layout = (word: string): Shape => {
    const { glyphs, positions } = shapeOf(word);
    const copies = positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
      xAdvance,
      yAdvance,
      xOffset,
      yOffset,
    }));
    return { glyphs, positions: copies };
  };
  return open(name, font, layout, (word) => shapeOf(word).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0));
}

/** `unitsOf`: the width of a text in units of the font. */
function open(name: string, font: Font, layout: (text: string) => Shape, unitsOf: (text: string) => number): OpenFont {
  const { unitsPerEm } = font; // read again from the tables at each use
  return {
    name,
    ascent: font.ascent / unitsPerEm,
    font: Object.create(font, { layout: { value: layout } }) as Font,
    has: cached((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
    widthOf: (text, size) => (unitsOf(text) / unitsPerEm) * size,
  };
}

function positionOf(xAdvance: number): GlyphPosition {
  return { xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 };
}

/** Few enough for words of 500 letters. */
const maxCached = 2000;

/** A function that remembers its latest answers. */
export function cached<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size === maxCached) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

function parse(file: string): Font {
  return create(unpacked(readFileSync(createRequire(import.meta.url).resolve(file)))) as Font;
}
