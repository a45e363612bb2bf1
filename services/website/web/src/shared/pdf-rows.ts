import { parseDay } from '../pages/intake/ledger-import.ts';
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

/**
 * The table that the texts of pages show by where they stand. Texts on one line are a row; the columns are those of the rows
 * that have a day. Nothing is guessed: what stands in no column of its own is one cell with its neighbor.
 */
export function rowsOfPages(pages: readonly (readonly PlacedText[])[]): Required<Omit<Sheet, 'name'>> {
  const lines = pages.flatMap((texts, page) =>
    linesOf(texts).map((cells, line) => ({ cells, place: `Page ${page + 1}, line ${line + 1}` })),
  );
  const dated = lines.filter(({ cells }) => cells.length > 1 && cells.some(({ text }) => parseDay(text) !== null));
  const columns = columnsOf(dated.flatMap(({ cells }) => cells));
  return {
    rows: lines.map(({ cells }) => (columns.length > 0 ? inColumns(cells, columns) : cells.map(({ text }) => text))),
    places: lines.map(({ place }) => place),
  };
}

/** The cells of each line, from the top. */
function linesOf(texts: readonly PlacedText[]): Cell[][] {
  const lines: PlacedText[][] = [];
  for (const text of texts.filter(({ text: of }) => of.trim() !== '').toSorted((a, b) => a.y - b.y)) {
    const [first] = lines.at(-1) ?? [];
    if (first && text.y - first.y <= Math.min(first.height, text.height) / 2) lines.at(-1)?.push(text);
    else lines.push([text]);
  }
  return lines.map(cellsOf);
}

function cellsOf(line: readonly PlacedText[]): Cell[] {
  const cells: Cell[] = [];
  for (const { text, x, width, height } of line.flatMap(split).toSorted((a, b) => a.x - b.x)) {
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
function split(run: PlacedText): PlacedText[] {
  const ofLetter = run.width / run.text.length;
  return [...run.text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: text, index }) => ({
    ...run,
    text,
    x: run.x + index * ofLetter,
    width: text.length * ofLetter,
  }));
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
    const distances = columns.map((column) => Math.max(column.from, cell.from) - Math.min(column.to, cell.to));
    const at = distances.indexOf(Math.min(...distances));
    row[at] = [row[at], cell.text].filter((text) => text !== '').join(' ');
  }
  return row;
}
