import type { CaptionBlock } from './blocks.ts';
import { body, strong, type Style } from './paragraphs.ts';
import { type Atom, page, type Sheet } from './sheet.ts';
import { breakLines } from './text.ts';

const leftWidth = 262;
const gutter = 14;
const indent = 22;
/** A caption up to this height is kept on one page; one with more names continues on the next. */
const keptWhole = 420;

interface Line {
  readonly text: string;
  readonly style: Style;
  readonly indent: number;
}

/** The court in the middle, then the parties left of a vertical rule and the clerk's fields right of it. */
export function caption(sheet: Sheet, { court, plaintiffs, defendants, right }: CaptionBlock): Atom[] {
  const left = [
    ...names(plaintiffs),
    ...broken('Plaintiff' + (plaintiffs.length > 1 ? 's,' : ','), body, leftWidth, indent * 2),
    blank,
    ...broken('v.', body, leftWidth, indent),
    blank,
    ...names(defendants),
    ...broken('Defendant' + (defendants.length > 1 ? 's.' : '.'), body, leftWidth, indent * 2),
  ];
  const rightWidth = page.contentWidth - leftWidth - gutter;
  const beside = right.flatMap((text, index) => [
    ...(index > 0 ? [blank] : []),
    ...broken(text, index === right.length - 1 ? strong : body, rightWidth, 0),
  ]);
  return [...courtLines(sheet, court), ...sideBySide(sheet, left, beside)];
}

const blank: Line = { text: '', style: body, indent: 0 };

function names(parties: readonly string[]): Line[] {
  return parties.flatMap((name) => broken(`${name},`, strong, leftWidth, 0));
}

function broken(text: string, style: Style, width: number, lineIndent: number): Line[] {
  const room = width - lineIndent - gutter;
  return breakLines(text, style.face, style.size, room).map((line) => ({ text: line, style, indent: lineIndent }));
}

function courtLines(sheet: Sheet, court: readonly string[]): Atom[] {
  const element = sheet.element('P');
  const { face, size, lineHeight } = strong;
  return court
    .flatMap((text) => breakLines(text, face, size, page.contentWidth))
    .map((text) => ({
      height: lineHeight,
      gap: 0,
      keepWithNext: true,
      draw: (y) => {
        const x = (page.width - face.widthOf(text, size)) / 2;
        sheet.tagged(element, () => sheet.write(text, x, y, face, size));
      },
    }));
}

function sideBySide(sheet: Sheet, left: readonly Line[], right: readonly Line[]): Atom[] {
  const columns = [
    { lines: left, x: page.left, element: sheet.element('P') },
    { lines: right, x: page.left + leftWidth + gutter, element: sheet.element('P') },
  ];
  const count = Math.max(left.length, right.length);
  const { lineHeight } = body;
  return Array.from({ length: count }, (_, index) => ({
    height: lineHeight,
    gap: index === 0 ? 16 : 0,
    keepWithNext: count * lineHeight <= keptWhole ? index < count - 1 : index === 0 || index === count - 2,
    draw: (y) => {
      for (const { lines, x, element } of columns) {
        const line = lines[index];
        if (!line || line.text === '') continue;
        const { face, size } = line.style;
        sheet.tagged(element, () => sheet.write(line.text, x + line.indent, y, face, size));
      }
      sheet.tagged(null, () => {
        sheet.rule(page.left + leftWidth, y, page.left + leftWidth, y + lineHeight);
        if (index === count - 1) sheet.rule(page.left, y + lineHeight, page.left + leftWidth, y + lineHeight);
      });
    },
  }));
}
