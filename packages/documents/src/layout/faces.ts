import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

export type FaceName = 'regular' | 'bold';

export interface Face {
  readonly name: FaceName;
  /** What pdfkit embeds: the parsed font, with the layout below in place of its own. */
  readonly font: Font;
  /** The width of a text in points. */
  readonly widthOf: (text: string, size: number) => number;
}

/** The faces of every document, parsed once a process: that costs more than to make a short document. */
export const faces: Readonly<Record<FaceName, Face>> = {
  regular: openFace('regular', 'DejaVuSerif.ttf'),
  bold: openFace('bold', 'DejaVuSerif-Bold.ttf'),
};

function openFace(name: FaceName, file: string): Face {
  const path = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`);
  const font = create(readFileSync(path)) as Font;
  // A glyph keeps the code point it was first asked for with, and one met as a part of another letter has none: asking
  // for all of them now makes copied text the same whatever the process rendered before.
  const advances = new Map(
    font.characterSet.map((codePoint) => [codePoint, font.glyphForCodePoint(codePoint).advanceWidth]),
  );
  return {
    name,
    font: Object.create(font, { layout: { value: (text: string) => layOut(font, text) } }) as Font,
    widthOf(text, size) {
      let units = 0;
      for (const character of text) units += advances.get(character.codePointAt(0) ?? 0) ?? 0;
      return (units / font.unitsPerEm) * size;
    },
  };
}

/**
 * One glyph for each code point, at its own width. Ligatures and kerning are left out on purpose: a glyph then always
 * stands for the same text, so what is copied out of a document is what was put in, and it is fifty times as fast.
 */
function layOut(font: Font, text: string) {
  const glyphs = Array.from(text, (character) => font.glyphForCodePoint(character.codePointAt(0) ?? 0));
  const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }));
  return {
    glyphs,
    positions,
    // Read after pdfkit has scaled the positions in place.
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}
