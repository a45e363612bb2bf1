import { type Cell, type CellValue, EncryptedFileError, formatValue, readXlsx } from 'hucre';
import { linesOf, type Sheet } from './table.ts';

const mostInflatedBytes = 64 * 2 ** 20;
const mostSheets = 50;
const mostRows = 100_000;
const widestRow = 100;
/**
 * The range of cells to read: one row and one column more than the maximum. If the extra row or column contains
 * anything, the sheet is too large.
 */
const area = 'A1:CW100001';

/** Why a workbook can't be read. */
export type WorkbookFault = 'locked' | 'old' | 'unreadable' | 'large';

/** Reads the visible sheets of an XLSX file, with the text of their cells. Returns the reason if it can't. */
export async function readWorkbook(bytes: Uint8Array): Promise<readonly Sheet[] | WorkbookFault> {
  try {
    if (inflatedBytes(bytes) > mostInflatedBytes) return 'large';
    let sheetsLeft = mostSheets;
    const { sheets } = await readXlsx(bytes, {
      readStyles: true,
      range: area,
      sheets: ({ hidden, veryHidden }) => hidden !== true && veryHidden !== true && sheetsLeft-- > 0,
    });
    const isCut = sheets.some(({ rows }) => rows.length > mostRows || rows.some((row) => filled(row[widestRow])));
    if (isCut || sheetsLeft < 0) return 'large';
    return sheets.map(({ name, rows, cells, rowDefs }) => {
      const texts = rows.map((row, at) => row.map((value, column) => textOf(value, cells?.get(`${at},${column}`))));
      return { name, lines: linesOf(texts, (at) => rowDefs?.get(at)?.hidden === true) };
    });
  } catch (error) {
    if (!(error instanceof EncryptedFileError)) return 'unreadable';
    return isLocked(bytes) ? 'locked' : 'old';
  }
}

function filled(value: CellValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}

/**
 * Returns whether a workbook is locked. Otherwise it is an old one, because only these two use this kind of container.
 */
function isLocked(bytes: Uint8Array): boolean {
  return new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage');
}

/**
 * Returns the unpacked size of all files in a ZIP archive, according to its directory, or infinity if the directory
 * doesn't say. The reader never unpacks more of a file than its stated size.
 */
function inflatedBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const short = (at: number) => view.getUint16(at, true);
  const long = (at: number) => view.getUint32(at, true);
  let end = bytes.length - 22;
  while (end >= 0 && long(end) !== 0x06_05_4b_50) end -= 1;
  if (end < 0) return 0; // not an archive; the reader reports it
  const count = short(end + 10);
  let at = long(end + 16);
  // ZIP64 stores its sizes elsewhere.
  if (count === 0xff_ff || long(end + 12) === 0xff_ff_ff_ff || at === 0xff_ff_ff_ff) return Infinity;
  let sum = 0;
  for (let file = 0; file < count; file++) {
    const [flags, packed, size] = [short(at + 8), long(at + 20), long(at + 24)];
    const isElsewhere = packed === 0 ? (flags & 8) !== 0 : size === 0;
    sum += isElsewhere ? Infinity : size;
    at += 46 + short(at + 28) + short(at + 30) + short(at + 32);
  }
  return sum;
}

/**
 * Returns the text of a cell. Applies only those parts of its format that say what the value is, such as a percent
 * sign.
 */
function textOf(value: CellValue, cell: Cell | undefined): string {
  if (value === null) return cell?.formula ? `=${cell.formula}` : ''; // keeps a formula without a result
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '#####' : value.toISOString().slice(0, 10);
  if (typeof value === 'number') return numberText(value, cell?.style?.numFmt ?? '');
  return typeof value === 'boolean' ? String(value).toUpperCase() : value;
}

/** Formats a number without rounding it to whole dollars, because the cents that such a format hides are still owed. */
function numberText(value: number, format: string): string {
  const [shown = ''] = format.replaceAll(/\[[^\]]*\]|"[^"]*"|[\\_*]./g, '').split(';');
  if (/^[^E]*0[^E]*0/i.test(shown.split('.')[0] ?? '')) return formatValue(value, format); // a ZIP code such as 01234
  if (shown.includes('%')) return `${exact(value * 100)}%`;
  // Round as displayed, because a prorated rent can have fractions of a cent.
  if (shown.replace(/[)\s-]+$/, '').endsWith('.00')) return String(Math.sign(value) * toCents(Math.abs(value)));
  return exact(value);
}

function toCents(value: number): number {
  return Math.round(Number(exact(value * 100))) / 100;
}

/** Rounds to the 15 digits that a spreadsheet has, so 0.1 + 0.2 is 0.3. */
function exact(value: number): string {
  return String(Number(value.toPrecision(15)));
}
