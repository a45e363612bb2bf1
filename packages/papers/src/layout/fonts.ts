import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type GlyphPosition } from 'fontkit';
import { unpacked } from './woff.ts';

/** A font file, parsed once per process. */
export interface OpenFont {
  /** The font's name inside a document. */
  readonly name: string;
  /** What pdfkit embeds: the parsed font, with our layout instead of its own. */
  readonly font: Font;
  /** The height above the baseline, as a fraction of the font size. */
  readonly ascent: number;
  readonly has: (character: string) => boolean;
  /** Returns the width of a string in points. */
  readonly widthOf: (text: string, size: number) => number;
}

/** A glyph in a run. We create our own, because the parser's glyph depends on the string in which it first occurred. */
interface OwnGlyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

/** The glyphs for a string, with positions that pdfkit may modify. */
interface Run {
  readonly glyphs: OwnGlyph[];
  readonly positions: GlyphPosition[];
  /** Required by a pdfkit feature that we don't use. */
  readonly advanceWidth: 0;
}

function emptyRun(): Run {
  return { glyphs: [], positions: [], advanceWidth: 0 };
}

/**
 * Opens a font in which each code point is one glyph with its own width, deliberately without ligatures or kerning. So
 * a glyph always stands for the same character, copied text equals the input, and layout is fifty times as fast.
 */
export function openPlain(name: string, file: string): OpenFont {
  const font = parse(file);
  const glyphOf = cached((character: string): OwnGlyph => {
    const codePoint = character.codePointAt(0) ?? 0;
    const isKnown = font.hasGlyphForCodePoint(codePoint);
    const { id, advanceWidth } = isKnown ? font.glyphForCodePoint(codePoint) : { id: 0, advanceWidth: 0 };
    return { id, advanceWidth, codePoints: isKnown ? [codePoint] : [] };
  });
  const runOf = (text: string): Run => {
    const run = emptyRun();
    for (const character of text) {
      const glyph = glyphOf(character);
      run.glyphs.push(glyph);
      run.positions.push({ xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 });
    }
    return run;
  };
  return open(name, font, runOf, (text) => {
    let units = 0;
    for (const character of text) units += glyphOf(character).advanceWidth;
    return units;
  });
}

/**
 * A shaped word as four numbers per glyph: its id, x advance, x offset and y offset. Objects would take ten times the
 * memory.
 */
type Shape = Int32Array;
const perGlyph = 4;
/**
 * The limit for the cache of shaped words, in letters. All words of the largest summary fit, so that each is shaped
 * once to break lines and reused to draw them.
 */
const maxShaped = 1_000_000;

/** Opens a right-to-left font with joining letters and positioned marks. It lays out one word at a time. */
export function openJoined(name: string, file: string): OpenFont {
  const font = parse(file);
  // Maps each glyph id to its letters. A joined glyph's code point is a presentation form, which NFKC turns into
  // letters.
  const letters = new Map(
    font.characterSet.map((codePoint) => [
      font.glyphForCodePoint(codePoint).id,
      Array.from(String.fromCodePoint(codePoint).normalize('NFKC').trim(), (letter) => letter.codePointAt(0) ?? 0),
    ]),
  );
  const glyphs = new Map<number, OwnGlyph>();
  const glyphOf = (id: number): OwnGlyph => {
    const known = glyphs.get(id);
    if (known) return known;
    const glyph = { id, advanceWidth: font.getGlyph(id).advanceWidth, codePoints: letters.get(id) ?? [] };
    glyphs.set(id, glyph);
    return glyph;
  };
  const shapeOf = cached((word: string): Shape => {
    const script = /\p{Script=Hebrew}/u.test(word) ? 'hebr' : 'arab';
    const run = font.layout(word, [], script, undefined, 'rtl');
    return Int32Array.from(
      run.positions.flatMap(({ xAdvance, xOffset, yOffset }, index) => {
        return [run.glyphs[index]?.id ?? 0, xAdvance, xOffset, yOffset];
      }),
    );
  }, maxShaped);
  const runOf = (word: string): Run => {
    const shape = shapeOf(word);
    const run = emptyRun();
    for (let at = 0; at < shape.length; at += perGlyph) {
      run.glyphs.push(glyphOf(shape[at] ?? 0));
      const [xAdvance, xOffset, yOffset] = [shape[at + 1] ?? 0, shape[at + 2] ?? 0, shape[at + 3] ?? 0];
      run.positions.push({ xAdvance, yAdvance: 0, xOffset, yOffset });
    }
    return run;
  };
  return open(name, font, runOf, (word) => {
    const shape = shapeOf(word);
    let units = 0;
    for (let at = 1; at < shape.length; at += perGlyph) units += shape[at] ?? 0;
    return units;
  });
}

/** `unitsOf` returns the width of a string in font units. */
function open(name: string, font: Font, runOf: (text: string) => Run, unitsOf: (text: string) => number): OpenFont {
  const { unitsPerEm } = font; // the getter reads the font's tables every time
  return {
    name,
    ascent: font.ascent / unitsPerEm,
    font: Object.create(font, { layout: { value: runOf } }) as Font,
    has: cached((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
    widthOf: (text, size) => (unitsOf(text) / unitsPerEm) * size,
  };
}

/** The default limit of a cache, in letters. */
const maxCached = 200_000;

/** Returns `make` with a cache, which is emptied when its keys have more than `maxLetters` letters in total. */
export function cached<T>(make: (text: string) => T, maxLetters = maxCached): (text: string) => T {
  const known = new Map<string, T>();
  let letters = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    letters += text.length;
    if (letters > maxLetters) {
      known.clear();
      letters = text.length;
    }
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

function parse(file: string): Font {
  return create(unpacked(readFileSync(createRequire(import.meta.url).resolve(file)))) as Font;
}
