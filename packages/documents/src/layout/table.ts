import type { Column, TableBlock } from './blocks.ts';
import { faces } from './faces.ts';
import { keptWithNext, type Style } from './paragraphs.ts';
import { type Atom, type Element, page, type Sheet } from './sheet.ts';
import { breakLines } from './text.ts';

const cellStyle: Style = { face: faces.regular, size: 8.5, lineHeight: 11.5 };
const headStyle: Style = { ...cellStyle, face: faces.bold };
const padding = { side: 4, top: 2.5 } as const;
const gapAbove = 9;
/** Bounds of the width of a `fit` column, in points. */
const fitBounds = { min: 52, max: 84 } as const;
/** A row with more lines than this, for which few pages have room, continues as another row. */
const keptTogether = 48;

interface Row {
  readonly cells: readonly (readonly string[])[];
  readonly style: Style;
  readonly height: number;
}

/**
 * A table over as many pages as it needs, with its head on each. A row is split only if it would fill a page of its own;
 * the head never stands alone at the foot of a page; the totals stay with the last row.
 */
export function table(sheet: Sheet, { columns, rows, totals }: TableBlock): Atom[] {
  const widths = widthsOf(columns, [columns.map(({ title }) => title), ...rows, ...totals]);
  const layOut = (cells: readonly string[], style: Style) => layOutRow(sheet, cells, widths, style);
  const element = sheet.element('Table');
  const draw = (row: Row, y: number, cellType: 'TH' | 'TD' | null) => {
    const tableRow = cellType && sheet.element('TR', element);
    drawCells(sheet, row, columns, widths, y, () => tableRow && cellType && sheet.element(cellType, tableRow));
  };
  const head = layOut(
    columns.map(({ title }) => title),
    headStyle,
  );
  const headAtom = (cellType: 'TH' | null): Atom => ({
    height: head.height,
    gap: gapAbove,
    keepWithNext: true,
    draw: (y) => {
      draw(head, y, cellType);
      sheet.tagged(null, () => sheet.rule(page.left, y + head.height - 1, page.right, y + head.height - 1));
    },
  });
  const repeated = headAtom(null);
  const rowAtom = (row: Row, ruled: boolean): Atom => ({
    height: row.height,
    gap: 0,
    keepWithNext: false,
    head: repeated,
    draw: (y) => {
      if (ruled) sheet.tagged(null, () => sheet.rule(page.left, y, page.right, y));
      draw(row, y, 'TD');
    },
  });
  const bodyAtoms = rows.flatMap((cells) => parted(layOut(cells, cellStyle))).map((row) => rowAtom(row, false));
  const totalAtoms = totals.map((cells, index) => rowAtom(layOut(cells, headStyle), index === 0));
  const last = bodyAtoms.length - 1;
  return [
    headAtom('TH'),
    ...bodyAtoms.map((atom, index) => (index === last && totals.length > 0 ? keptWithNext(atom) : atom)),
    ...totalAtoms.map((atom, index) => (index < totals.length - 1 ? keptWithNext(atom) : atom)),
  ];
}

function layOutRow(sheet: Sheet, cells: readonly string[], widths: readonly number[], style: Style): Row {
  const broken = cells.map((cell, index) =>
    breakLines(cell, style.face, style.size, (widths[index] ?? 0) - 2 * padding.side, sheet.cutMark),
  );
  return rowOf(broken, style);
}

function rowOf(cells: Row['cells'], style: Style): Row {
  const tallest = Math.max(...cells.map(({ length }) => length));
  return { cells, style, height: tallest * style.lineHeight + 2 * padding.top };
}

/** The row, split into as many parts as pages could require. */
function parted({ cells, style }: Row): Row[] {
  const tallest = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: Math.ceil(tallest / keptTogether) }, (_, index) => {
    const from = index * keptTogether;
    return rowOf(
      cells.map((lines) => lines.slice(from, from + keptTogether)),
      style,
    );
  });
}

function drawCells(
  sheet: Sheet,
  { cells, style: { face, size, lineHeight } }: Row,
  columns: readonly Column[],
  widths: readonly number[],
  y: number,
  elementOf: () => Element | null,
): void {
  let left: number = page.left;
  for (const [index, cellLines] of cells.entries()) {
    const width = widths[index] ?? 0;
    const x = left;
    const element = elementOf();
    sheet.tagged(element, () => {
      for (const [lineIndex, line] of cellLines.entries()) {
        const inset =
          columns[index]?.align === 'right' ? width - padding.side - face.widthOf(line, size) : padding.side;
        sheet.write(line, x + inset, y + padding.top + lineIndex * lineHeight, face, size);
      }
    });
    left += width;
  }
}

/** Fitted columns are as wide as their widest text in bold; the `rest` column takes the remaining width. */
function widthsOf(columns: readonly Column[], rows: readonly (readonly string[])[]): number[] {
  const fixed = columns.map(({ width }, index) => {
    if (width === 'rest') return 0;
    if (width !== 'fit') return width;
    const widest = Math.max(...rows.map((cells) => faces.bold.widthOf(cells[index] ?? '', cellStyle.size)));
    return Math.min(Math.max(widest + 2 * padding.side + 1, fitBounds.min), fitBounds.max);
  });
  const rest = page.contentWidth - fixed.reduce((sum, width) => sum + width, 0);
  return columns.map(({ width }, index) => (width === 'rest' ? rest : (fixed[index] ?? 0)));
}
