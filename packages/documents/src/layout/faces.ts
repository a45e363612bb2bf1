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

/**
 * The faces of every document. Parsed once a process: reading the tables of a face costs more than a short document.
 */
export const faces: Readonly<Record<FaceName, Face>> = {
  regular: openFace('regular', 'DejaVuSerif.ttf'),
  bold: openFace('bold', 'DejaVuSerif-Bold.ttf'),
};

function openFace(name: FaceName, file: string): Face {
  const path = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`);
  const font = create(readFileSync(path)) as Font;
  const advances = new Map<number, number>();
  const advanceOf = (codePoint: number): number => {
    const known = advances.get(codePoint);
    if (known !== undefined) return known;
    const advance = font.glyphForCodePoint(codePoint).advanceWidth;
    advances.set(codePoint, advance);
    return advance;
  };
  return {
    name,
    font: Object.create(font, { layout: { value: (text: string) => layOut(font, text) } }) as Font,
    widthOf(text, size) {
      let units = 0;
      for (const character of text) units += advanceOf(character.codePointAt(0) ?? 0);
      return (units / font.unitsPerEm) * size;
    },
  };
}

/**
 * One glyph for each code point, at its own width. Ligatures and kerning are left out on purpose: a glyph then stands
 * for the same text in every document (a shared ligature glyph would remember the spelling it was first used for, and
 * copied text would change with what the process rendered before), and it is fifty times as fast.
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
