import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

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

/** The glyphs of a text. We create them: the parser's depend on the text in which they occurred first. */
interface Shape {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Position[];
}

interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

type Position = Readonly<Record<'xAdvance' | 'yAdvance' | 'xOffset' | 'yOffset', number>>;

/**
 * A font in which each code point is one glyph, at its own width. There are deliberately no ligatures and no kerning: a
 * glyph then always stands for the same text, so copied text equals the input, and layout is fifty times as fast.
 */
export function openPlain(name: string, file: string): OpenFont {
  const font = parse(file);
  const glyphOf = cached((character: string): Glyph | null => {
    const codePoint = character.codePointAt(0) ?? 0;
    const { id, advanceWidth } = font.glyphForCodePoint(codePoint);
    return font.hasGlyphForCodePoint(codePoint) ? { id, advanceWidth, codePoints: [codePoint] } : null;
  });
  const shapeOf = (text: string): Shape => {
    const glyphs = Array.from(text, (character) => glyphOf(character) ?? missing);
    return { glyphs, positions: glyphs.map(({ advanceWidth }) => at(advanceWidth)) };
  };
  const unitsOf = (text: string) => {
    let units = 0;
    for (const character of text) units += (glyphOf(character) ?? missing).advanceWidth;
    return units;
  };
  return open(name, font, { has: (character) => glyphOf(character) !== null, shapeOf, unitsOf });
}

/** A right-to-left font with joining letters and positioned marks: for one word at a time. */
export function openJoined(name: string, file: string): OpenFont {
  const font = parse(file);
  const has = (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  // The letters of a joined glyph, by the name of its presentation form.
  const letters = new Map(
    font.characterSet.map((codePoint) => [
      font.glyphForCodePoint(codePoint).id,
      Array.from(String.fromCodePoint(codePoint).normalize('NFKC'), (letter) => letter.codePointAt(0) ?? 0),
    ]),
  );
  // A word is needed when its line is broken, and again when it is drawn.
  const shapeOf = cached((word: string): Shape => {
    const script = /\p{Script=Hebrew}/u.test(word) ? 'hebr' : 'arab';
    const { glyphs, positions } = font.layout(word, [], script, undefined, 'rtl');
    return {
      glyphs: glyphs.map(({ id, advanceWidth }) => ({ id, advanceWidth, codePoints: letters.get(id) ?? [] })),
      positions: positions.map((position) => at(position.xAdvance, position)),
    };
  });
  const unitsOf = (word: string) => shapeOf(word).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return open(name, font, { has, shapeOf, unitsOf });
}

/** The glyph that every font draws for a missing character. */
const missing: Glyph = { id: 0, advanceWidth: 0, codePoints: [] };

function at(xAdvance: number, { yAdvance, xOffset, yOffset } = { yAdvance: 0, xOffset: 0, yOffset: 0 }): Position {
  return { xAdvance, yAdvance, xOffset, yOffset };
}

function open(
  name: string,
  font: Font,
  {
    has,
    shapeOf,
    unitsOf,
  }: Pick<OpenFont, 'has'> & {
    shapeOf: (text: string) => Shape;
    unitsOf: (text: string) => number;
  },
): OpenFont {
  const { unitsPerEm } = font; // read again from the tables at each use
  // pdfkit modifies the positions that it is given.
  const layout = (text: string) => {
    const { glyphs, positions } = shapeOf(text);
    return { glyphs, positions: positions.map((position) => ({ ...position })) };
  };
  return {
    name,
    ascent: font.ascent / unitsPerEm,
    font: Object.create(font, { layout: { value: layout } }) as Font,
    has,
    widthOf: (text, size) => (unitsOf(text) / unitsPerEm) * size,
  };
}

/** Few enough for words of 500 letters. */
const maxCached = 2000;

function cached<T>(make: (text: string) => T): (text: string) => T {
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
  const font = create(readFileSync(createRequire(import.meta.url).resolve(file))) as Font;
  inflateOnce(font as unknown as PackedFont);
  return font;
}

/** The tables of a font file, which fontkit's types omit. */
interface PackedFont {
  readonly stream: Stream;
  _getTableStream: (tag: string) => Stream | null;
}

interface Stream {
  pos: number;
}

/** The parser would inflate the packed table of outlines of a WOFF file again for each glyph. */
function inflateOnce(font: PackedFont): void {
  const read = font._getTableStream.bind(font);
  const inflated = new Map<string, Stream>();
  font._getTableStream = (tag) => {
    const stream = inflated.get(tag) ?? read(tag);
    if (!stream || stream === font.stream) return stream;
    stream.pos = 0;
    inflated.set(tag, stream);
    return stream;
  };
}
