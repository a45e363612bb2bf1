import type { Block, Caption, Signature } from './blocks.ts';
import { faces, type Style } from './faces.ts';
import { keptWithNext, type Line, page, paginate } from './pages.ts';
import { type Element, type Rule, Sheet, type SheetInfo } from './sheet.ts';
import { tableLines } from './table.ts';
import { breakLines } from './text.ts';

const body: Style = { face: faces.regular, size: 10, lineHeight: 14 };
const strong: Style = { ...body, face: faces.bold };
const titleStyle: Style = { face: faces.bold, size: 15, lineHeight: 21 };
const headingStyle: Style = { face: faces.bold, size: 10.5, lineHeight: 15 };
const smallStyle = { face: faces.regular, size: 8 } as const;

const gaps = { title: 20, heading: 13, paragraph: 6, field: 6, value: 1, writingLine: 4, declaration: 7, parties: 16 };
const indents = { number: 30, quote: 46, label: 118 } as const;

/** Lays out the blocks as a PDF and returns its bytes. */
export async function compose(info: SheetInfo, blocks: readonly Block[]): Promise<Buffer> {
  const sheet = new Sheet(info);
  let numbered = 0;
  const lines = blocks.flatMap((block): Line[] => {
    switch (block.kind) {
      case 'title':
        return [
          ...centered(sheet, sheet.element('H1'), block.text.toUpperCase(), titleStyle, gaps.title),
          ...centered(sheet, sheet.element('P'), block.under, { ...body, lineHeight: titleStyle.lineHeight }),
        ];
      case 'heading':
        return headingLines(sheet, block.text);
      case 'paragraph':
        if (block.numbered) numbered += 1;
        return keptTogether(paragraphLines(sheet, block, numbered), block);
      case 'field':
        return keptTogether(fieldLines(sheet, block), block);
      case 'caption':
        return captionLines(sheet, block);
      case 'table':
        return tableLines(sheet, block);
      case 'signature':
        return signatureLines(sheet, block);
    }
  });
  return sheet.draw(paginate(lines));
}

type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

function keptTogether(lines: Line[], { keepWithNext = false }: { keepWithNext?: boolean }): Line[] {
  return keepWithNext ? lines.map(keptWithNext) : lines;
}

/** Returns the lines of a heading. A heading is never the last thing on a page. */
function headingLines(sheet: Sheet, text: string): Line[] {
  return textLines(sheet, sheet.element('H2'), text, headingStyle, { gap: gaps.heading }).map(keptWithNext);
}

function paragraphLines(sheet: Sheet, block: BlockOf<'paragraph'>, number: number): Line[] {
  const { text, numbered = false, bold = false, indented = false } = block;
  const [before, after] = numbered ? [indents.number, 0] : indented ? [indents.quote, indents.quote] : [0, 0];
  const element = sheet.element('P');
  const place = { gap: gaps.paragraph, left: page.left + before, width: page.contentWidth - before - after };
  const lines = textLines(sheet, element, text, bold ? strong : body, place);
  return numbered ? withLabel(sheet, element, lines, `${number}.`, body) : lines;
}

/** Returns the lines of a label in its own column, with its values next to it. */
function fieldLines(sheet: Sheet, { label, values, bold = false }: BlockOf<'field'>): Line[] {
  const element = sheet.element('P');
  const place = { left: page.left + indents.label, width: page.contentWidth - indents.label };
  const lines = values.flatMap((value, index) => {
    const gap = index === 0 ? gaps.field : gaps.value;
    if (value === null) return [writingLine(sheet, place.left, gap)];
    return textLines(sheet, element, value, bold ? strong : body, { ...place, gap });
  });
  return withLabel(sheet, element, lines, label, strong);
}

function writingLine(sheet: Sheet, left: number, gap: number): Line {
  return {
    height: body.lineHeight,
    gap: gap + gaps.writingLine,
    draw: (y) => sheet.rules([left, y + body.size + 2, page.right, y + body.size + 2]),
  };
}

function withLabel(sheet: Sheet, element: Element, lines: Line[], label: string, style: Style): Line[] {
  return lines.map((line, index) => {
    if (index > 0) return line;
    const draw = (y: number) => {
      sheet.tagged(element, () => sheet.write(label, page.left, y, style));
      line.draw(y);
    };
    return { ...line, draw };
  });
}

const signatureRoom = 28;
const signatureGutter = 24;

/** Returns the heading, declaration and signature lines, all kept on one page. */
function signatureLines(sheet: Sheet, { heading, declaration, lines }: Signature): Line[] {
  const above = headingLines(sheet, heading);
  const declared =
    declaration === null ? [] : textLines(sheet, sheet.element('P'), declaration, body, { gap: gaps.declaration });
  const element = sheet.element('P');
  const width = (page.contentWidth - signatureGutter) / 2;
  const pairs = Array.from({ length: Math.ceil(lines.length / 2) }, (_, pair): Line => ({
    height: signatureRoom + 12,
    keepWithNext: pair < Math.ceil(lines.length / 2) - 1,
    draw: (y) => {
      for (const [index, label] of lines.slice(pair * 2, pair * 2 + 2).entries()) {
        const x = page.left + index * (width + signatureGutter);
        sheet.rules([x, y + signatureRoom, x + width, y + signatureRoom]);
        sheet.tagged(element, () => sheet.write(label, x, y + signatureRoom + 2, smallStyle));
      }
    },
  }));
  return [...[...above, ...declared].map(keptWithNext), ...pairs];
}

const captionWidth = 262;
const captionGutter = 14;
const captionIndent = 22;
/** A caption up to this height, in points, stays on one page. A taller one continues on the next page. */
const captionKeptWhole = 420;

interface CaptionLine {
  readonly text: string;
  readonly style: Style;
  readonly indent: number;
}

/**
 * Centers the court, then places the parties to the left of a vertical line and the case number, filing date and title
 * to its right.
 */
function captionLines(sheet: Sheet, { court, plaintiffs, defendants, right }: Caption): Line[] {
  const broken = (text: string, style: Style, width: number, indent = 0): CaptionLine[] =>
    breakLines(text, style, width - indent - captionGutter).map((line) => ({ text: line, style, indent }));
  const blank: CaptionLine = { text: '', style: body, indent: 0 };
  const side = (names: readonly string[], role: string) => [
    ...names.flatMap((name) => broken(`${name},`, strong, captionWidth)),
    ...broken(role, body, captionWidth, captionIndent * 2),
  ];
  const left = [
    ...side(plaintiffs, plaintiffs.length > 1 ? 'Plaintiffs,' : 'Plaintiff,'),
    blank,
    ...broken('v.', body, captionWidth, captionIndent),
    blank,
    ...side(defendants, defendants.length > 1 ? 'Defendants.' : 'Defendant.'),
  ];
  const rightWidth = page.contentWidth - captionWidth - captionGutter;
  const beside = right.flatMap((text, index) => [
    ...(index > 0 ? [blank] : []),
    ...broken(text, index === right.length - 1 ? strong : body, rightWidth),
  ]);
  const courtElement = sheet.element('P');
  const columns = [
    { lines: left, x: page.left, element: sheet.element('P') },
    { lines: beside, x: page.left + captionWidth + captionGutter, element: sheet.element('P') },
  ];
  const count = Math.max(left.length, beside.length);
  const fitsOnPage = count * body.lineHeight <= captionKeptWhole;
  const ruleAt = page.left + captionWidth;
  const sideBySide = Array.from({ length: count }, (_, index): Line => ({
    height: body.lineHeight,
    gap: index === 0 ? gaps.parties : 0,
    keepWithNext: fitsOnPage ? index < count - 1 : index === 0 || index === count - 2,
    draw: (y) => {
      for (const { lines, x, element } of columns) {
        const line = lines[index];
        if (line?.text) sheet.tagged(element, () => sheet.write(line.text, x + line.indent, y, line.style));
      }
      const below = y + body.lineHeight;
      const under: Rule[] = index === count - 1 ? [[page.left, below, ruleAt, below]] : [];
      sheet.rules([ruleAt, y, ruleAt, below], ...under);
    },
  }));
  return [...court.flatMap((text) => centered(sheet, courtElement, text, strong)), ...sideBySide];
}

interface Place {
  readonly gap: number;
  readonly left?: number;
  readonly width?: number;
  readonly isCentered?: boolean;
}

/** Returns centered lines that stay on the same page as whatever follows them. */
function centered(sheet: Sheet, element: Element, text: string, style: Style, gap = 0): Line[] {
  return textLines(sheet, element, text, style, { gap, isCentered: true }).map(keptWithNext);
}

/** Breaks a string into lines. No page begins with the last of them or ends with the first. */
function textLines(
  sheet: Sheet,
  element: Element,
  text: string,
  style: Style,
  { gap, left = page.left, width = page.contentWidth, isCentered = false }: Place,
): Line[] {
  const broken = breakLines(text, style, width, sheet.cutMark);
  return broken.map((line, index) => ({
    height: style.lineHeight,
    gap: index === 0 ? gap : 0,
    keepWithNext: broken.length > 1 && (index === 0 || index === broken.length - 2),
    draw: (y) => {
      const x = isCentered ? (page.width - style.face.widthOf(line, style.size)) / 2 : left;
      sheet.tagged(element, () => sheet.write(line, x, y, style));
    },
  }));
}
