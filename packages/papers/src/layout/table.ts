import type { Columns, Row, Table } from './blocks.ts';
import { faces, type Style } from './faces.ts';
import { keptWithNext, type Line, page } from './pages.ts';
import type { Sheet } from './sheet.ts';
import { breakLines } from './text.ts';

const cellStyle: Style = { face: faces.regular, size: 8.5, lineHeight: 11.5 };
const headStyle: Style = { ...cellStyle, face: faces.bold };
const padding = { side: 4, top: 2.5 } as const;
const gapAbove = 9;
/** The minimum and maximum width of a money column, in points. */
const moneyBounds = { min: 52, max: 84 } as const;
/** A row with more lines than this is split, because it would need almost a whole page. */
const maxRowLines = 48;

/** The lines of each cell in a row. */
type Cells = readonly (readonly string[])[];

/**
 * Lays out a table over as many pages as it needs, with its head on each. A row is split only if it would need almost a
 * whole page. The head is never the last thing on a page, and the totals stay with the last row.
 */
export function tableLines(sheet: Sheet, { columns, rows, totals }: Table): Line[] {
  const titles = Object.keys(columns);
  const kinds = Object.values(columns);
  const widths = widthsOf(kinds, [titles, ...rows, ...totals]);
  const table = sheet.element('Table');
  const broken = (row: Row, style: Style): Cells =>
    row.map((cell, index) => breakLines(cell, style, (widths[index] ?? 0) - 2 * padding.side, sheet.cutMark));
  const heightOf = (cells: Cells) => linesIn(cells) * cellStyle.lineHeight + 2 * padding.top;

  const drawCells = (cells: Cells, style: Style, y: number, type: 'TH' | 'TD' | null) => {
    const row = type && sheet.element('TR', table);
    let left: number = page.left;
    for (const [index, cell] of cells.entries()) {
      const width = widths[index] ?? 0;
      const x = left;
      sheet.tagged(row && type && sheet.element(type, row), () => {
        for (const [at, line] of cell.entries()) {
          const inset =
            kinds[index] === 'money' ? width - padding.side - style.face.widthOf(line, style.size) : padding.side;
          sheet.write(line, x + inset, y + padding.top + at * style.lineHeight, style);
        }
      });
      left += width;
    }
  };
  const rule = (y: number) => sheet.rules([page.left, y, page.right, y]);
  const head = broken(titles, headStyle);
  const headLine = (type: 'TH' | null): Line => ({
    height: heightOf(head),
    gap: gapAbove,
    keepWithNext: true,
    draw: (y) => {
      drawCells(head, headStyle, y, type);
      rule(y + heightOf(head) - 1);
    },
  });
  const repeated = headLine(null);
  const rowLine = (cells: Cells, style: Style, isRuled = false): Line => ({
    height: heightOf(cells),
    head: repeated,
    draw: (y) => {
      if (isRuled) rule(y);
      drawCells(cells, style, y, 'TD');
    },
  });
  const rowLines = rows.flatMap((row) => parted(broken(row, cellStyle))).map((cells) => rowLine(cells, cellStyle));
  const totalLines = totals.map((row, index) => rowLine(broken(row, headStyle), headStyle, index === 0));
  const withTotals = totals.length > 0 ? rowLines.length - 1 : null;
  return [
    headLine('TH'),
    ...rowLines.map((line, index) => (index === withTotals ? keptWithNext(line) : line)),
    ...totalLines.map((line, index) => (index < totals.length - 1 ? keptWithNext(line) : line)),
  ];
}

function linesIn(cells: Cells): number {
  return Math.max(...cells.map(({ length }) => length));
}

/** Splits a row into parts of at most `maxRowLines` lines. */
function parted(cells: Cells): Cells[] {
  return Array.from({ length: Math.ceil(linesIn(cells) / maxRowLines) }, (_, part) =>
    cells.map((cell) => cell.slice(part * maxRowLines, (part + 1) * maxRowLines)),
  );
}

/**
 * Returns the width of each column in points. A money column is as wide as its widest amount in bold, within
 * `moneyBounds`. The `rest` column takes the remaining width.
 */
function widthsOf(kinds: readonly Columns[string][], rows: readonly Row[]): number[] {
  const { face, size } = headStyle;
  const fixed = kinds.map((kind, index) => {
    if (kind !== 'money') return kind === 'rest' ? 0 : kind;
    const widest = Math.max(...rows.map((row) => face.widthOf(row[index] ?? '', size)));
    return Math.min(Math.max(widest + 2 * padding.side + 1, moneyBounds.min), moneyBounds.max);
  });
  const rest = page.contentWidth - fixed.reduce((sum, width) => sum + width, 0);
  return fixed.map((width, index) => (kinds[index] === 'rest' ? rest : width));
}
