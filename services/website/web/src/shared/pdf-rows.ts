import { parseDay } from './cells.ts';
import { ledgerHeaderOf } from './ledger-columns.ts';
import type { Sheet } from './table.ts';

/** A run of text on a page, in points from its upper left corner; `y` is the line that it stands on. */
export interface PlacedText {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Cell {
  text: string;
  from: number;
  to: number;
}

/** Of the height of the letters: runs that are closer are one cell, and a space is wider than this between them. */
const widestSpace = 0.8;
const narrowestSpace = 0.15;

const mostCells = 100_000;
const mostColumns = 40;

/**
 * The table that the texts of pages show by where they stand; `large` for more cells or columns than a ledger has. Texts on
 * one line are a row; the columns are those of the rows that have a day, and of names that stand above none of them. Nothing
 * is guessed: what stands in no column of its own is one cell with its neighbor.
 */
export function rowsOfPages(
  pages: readonly (readonly PlacedText[])[],
): Required<Omit<Sheet, 'name' | 'pdf'>> | 'large' {
  const texts = splitPages(pages);
  if (texts === null) return 'large';
  const lines = texts.flatMap((ofPage, page) =>
    linesOf(ofPage).map((runs, line) => {
      const mark = { page: page + 1, ...extentOf(runs) };
      return { cells: cellsOf(runs), place: `Page ${page + 1}, line ${line + 1}`, mark };
    }),
  );
  const dated = lines.filter(({ cells }) => cells.length > 1 && cells.some(({ text }) => parseDay(text) !== null));
  const columns = columnsOf(dated.flatMap(({ cells }) => cells));
  if (columns.length > mostColumns || lines.some(({ cells }) => cells.length > mostColumns)) return 'large';
  const header =
    columns.length > 0 ? lines[ledgerHeaderOf(lines.map(({ cells }) => cells.map(({ text }) => text)))] : undefined;
  // An empty column has no more than its name, which is not that of its neighbor.
  const nameless = (header?.cells ?? []).filter((cell) => !isOfOne(cell, columns));
  columns.push(...nameless);
  if (columns.length > mostColumns) return 'large';
  const order = [...columns.keys()].toSorted((a, b) => (columns[a]?.from ?? 0) - (columns[b]?.from ?? 0));
  const rowOf = (cells: readonly Cell[]) => {
    const row = inColumns(cells, columns);
    return order.map((at) => row[at] ?? '');
  };
  return {
    rows: lines.map(({ cells }) => (columns.length > 0 ? rowOf(cells) : cells.map(({ text }) => text))),
    places: lines.map(({ place }) => place),
    marks: lines.map(({ mark }) => mark),
  };
}

/** Whether a name is that of one column: over at least half of the narrower of the two, and of no other. */
function isOfOne(name: Cell, columns: readonly Cell[]): boolean {
  const isOver = columns.map((column) => {
    const shared = Math.min(name.to, column.to) - Math.max(name.from, column.from);
    return shared >= Math.min(name.to - name.from, column.to - column.from) / 2;
  });
  return isOver.filter(Boolean).length === 1 && isOver[nearest(name, columns)] === true;
}

/** The runs of each page at their gaps; null if these are too many. */
function splitPages(pages: readonly (readonly PlacedText[])[]): PlacedText[][] | null {
  const split: PlacedText[][] = [];
  let count = 0;
  for (const runs of pages) {
    const texts: PlacedText[] = [];
    for (const run of runs) {
      for (const text of parts(run)) {
        texts.push(text);
        if ((count += 1) > mostCells) return null;
      }
    }
    split.push(texts);
  }
  return split;
}

/** The runs of each line, from the top. */
function linesOf(texts: readonly PlacedText[]): PlacedText[][] {
  const lines: PlacedText[][] = [];
  for (const text of texts.toSorted((a, b) => a.y - b.y)) {
    const [first] = lines.at(-1) ?? [];
    if (first && text.y - first.y <= Math.min(first.height, text.height) / 2) lines.at(-1)?.push(text);
    else lines.push([text]);
  }
  return lines;
}

/** From the upper end of its letters to the lower one, which is below the line that they stand on. */
function extentOf(line: readonly PlacedText[]): { top: number; bottom: number } {
  let [top, bottom] = [Infinity, 0];
  for (const { y, height } of line) {
    top = Math.min(top, y - height);
    bottom = Math.max(bottom, y + height / 4);
  }
  return { top, bottom };
}

function cellsOf(line: readonly PlacedText[]): Cell[] {
  const cells: Cell[] = [];
  for (const { text, x, width, height } of line.toSorted((a, b) => a.x - b.x)) {
    const last = cells.at(-1);
    const gap = last ? x - last.to : Infinity;
    if (last && gap <= height * widestSpace) {
      last.text += (gap > height * narrowestSpace ? ' ' : '') + text;
      last.to = Math.max(last.to, x + width);
    } else cells.push({ text, from: x, to: x + width });
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.replaceAll(/\s+/g, ' ').trim() }));
}

/** A run with wide gaps, as a printer of lines writes it, at its gaps. */
function* parts(run: PlacedText): Generator<PlacedText> {
  const ofLetter = run.width / run.text.length;
  for (const { 0: text, index } of run.text.matchAll(/\S+(?: \S+)*/g)) {
    yield { ...run, text, x: run.x + index * ofLetter, width: text.length * ofLetter };
  }
}

/** Where columns are: cells above each other are of one. */
function columnsOf(cells: readonly Cell[]): Cell[] {
  const columns: Cell[] = [];
  for (const { from, to } of cells.toSorted((a, b) => a.from - b.from)) {
    const last = columns.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else columns.push({ text: '', from, to });
  }
  return columns;
}

/** Each cell in the column that it stands in, or the nearest one. */
function inColumns(cells: readonly Cell[], columns: readonly Cell[]): string[] {
  const row = columns.map(() => '');
  for (const cell of cells) {
    const at = nearest(cell, columns);
    row[at] = [row[at], cell.text].filter((text) => text !== '').join(' ');
  }
  return row;
}

function nearest(cell: Cell, columns: readonly Cell[]): number {
  const distances = columns.map((column) => Math.max(column.from, cell.from) - Math.min(column.to, cell.to));
  return distances.indexOf(Math.min(...distances));
}
