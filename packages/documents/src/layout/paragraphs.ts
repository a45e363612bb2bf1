import { type Face, faces } from './faces.ts';
import { type Atom, type Element, page, type Sheet } from './sheet.ts';
import { breakLines } from './text.ts';

export interface Style {
  readonly face: Face;
  readonly size: number;
  readonly lineHeight: number;
}

export const body: Style = { face: faces.regular, size: 10, lineHeight: 14 };
export const strong: Style = { ...body, face: faces.bold };

const titleStyle: Style = { face: faces.bold, size: 15, lineHeight: 21 };
const headingStyle: Style = { face: faces.bold, size: 10.5, lineHeight: 15 };

const numberIndent = 30;
const quoteIndent = 46;
const labelWidth = 118;
const gaps = { title: 20, heading: 13, paragraph: 6, field: 6 } as const;

/** The centered title of a paper, with a line under it. */
export function title(sheet: Sheet, text: string, under: string): Atom[] {
  return [
    ...centered(sheet, sheet.element('H1'), text.toUpperCase(), titleStyle, gaps.title),
    ...centered(sheet, sheet.element('P'), under, { ...body, lineHeight: titleStyle.lineHeight }, 0),
  ];
}

/** Never the last line of a page. */
export function heading(sheet: Sheet, text: string): Atom[] {
  const element = sheet.element('H2');
  return lines(sheet, element, text, headingStyle, {
    gap: gaps.heading,
    left: page.left,
    width: page.contentWidth,
  }).map(keptWithNext);
}

export function paragraph(
  sheet: Sheet,
  text: string,
  { number, bold, indent }: { number: number | null; bold: boolean; indent: boolean },
): Atom[] {
  const offset = number === null ? (indent ? quoteIndent : 0) : numberIndent;
  const place = {
    gap: gaps.paragraph,
    left: page.left + offset,
    width: page.contentWidth - offset - (indent ? quoteIndent : 0),
  };
  const element = sheet.element('P');
  const atoms = lines(sheet, element, text, bold ? strong : body, place);
  if (number === null) return atoms;
  return withLabel(sheet, element, atoms, `${number}.`, body);
}

/** A label in its own column, with its values beside it, one per line. */
export function field(sheet: Sheet, label: string, values: readonly (string | null)[], bold: boolean): Atom[] {
  const element = sheet.element('P');
  const place = { left: page.left + labelWidth, width: page.contentWidth - labelWidth };
  const atoms = values.flatMap((value, index) => {
    const gap = index === 0 ? gaps.field : 1;
    if (value === null) return [writingLine(sheet, gap)];
    return lines(sheet, element, value, bold ? strong : body, { ...place, gap });
  });
  return withLabel(sheet, element, atoms, label, strong);
}

/** The lines of a text as atoms: no page begins with the last line of a text or ends with its first. */
export function lines(
  sheet: Sheet,
  element: Element | null,
  text: string,
  style: Style,
  { gap, left, width }: { gap: number; left: number; width: number },
): Atom[] {
  const broken = breakLines(text, style.face, style.size, width, sheet.cutMark);
  return broken.map((line, index) => ({
    height: style.lineHeight,
    gap: index === 0 ? gap : 0,
    keepWithNext: broken.length > 1 && (index === 0 || index === broken.length - 2),
    draw: (y) => sheet.tagged(element, () => sheet.write(line, left, y, style.face, style.size)),
  }));
}

export function keptWithNext(atom: Atom): Atom {
  return { ...atom, keepWithNext: true };
}

function centered(sheet: Sheet, element: Element, text: string, style: Style, gap: number): Atom[] {
  const { face, size, lineHeight } = style;
  return breakLines(text, face, size, page.contentWidth).map((line, index) => ({
    height: lineHeight,
    gap: index === 0 ? gap : 0,
    keepWithNext: true,
    draw: (y) => {
      const x = (page.width - face.widthOf(line, size)) / 2;
      sheet.tagged(element, () => sheet.write(line, x, y, face, size));
    },
  }));
}

function withLabel(sheet: Sheet, element: Element, atoms: Atom[], label: string, { face, size }: Style): Atom[] {
  const [first, ...rest] = atoms;
  if (!first) return atoms;
  const draw = (y: number) => {
    sheet.tagged(element, () => sheet.write(label, page.left, y, face, size));
    first.draw(y);
  };
  return [{ ...first, draw }, ...rest];
}

function writingLine(sheet: Sheet, gap: number): Atom {
  return {
    height: body.lineHeight,
    gap: gap + 4,
    keepWithNext: false,
    draw: (y) =>
      sheet.tagged(null, () => sheet.rule(page.left + labelWidth, y + body.size + 2, page.right, y + body.size + 2)),
  };
}
