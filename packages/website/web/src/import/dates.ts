/** The order of day and month in the dates of a column. */
export type DateOrder = 'month-first' | 'day-first';

export interface DateColumn {
  /** Null if no single order reads every date, so the user has to decide. */
  order: DateOrder | null;
  /** Whether the other order also reads every date, but reads some of them differently. */
  isAmbiguous: boolean;
}

/**
 * Determines the order of day and month for a whole column. Cells that neither order can read don't affect it. They are
 * reported separately.
 */
export function dateOrderOf(cells: readonly string[], today = new Date()): DateColumn {
  const readings = cells.map((cell) => [readDate(cell, 'month-first', today), readDate(cell, 'day-first', today)]);
  const dates = readings.filter((reading) => reading.some((date) => date !== null));
  const isMonthFirst = dates.every(([monthFirst]) => monthFirst !== null);
  const isDayFirst = dates.every(([, dayFirst]) => dayFirst !== null);
  // In `26/07/08`, either the day or the year may come first. Only the user knows which.
  const isYearFirst =
    !isMonthFirst && cells.every((cell) => !numbers.test(cell) || /^\d{2}\D(?:0?[1-9]|1[0-2])\D\d{2}$/.test(cell));
  if ((!isMonthFirst && !isDayFirst) || isYearFirst) return { order: null, isAmbiguous: true };
  const differs = dates.some(([monthFirst, dayFirst]) => monthFirst !== dayFirst);
  return { order: isMonthFirst ? 'month-first' : 'day-first', isAmbiguous: isMonthFirst && isDayFirst && differs };
}

/** Determines how the dates in each of these columns are read. An order that the user has chosen takes precedence. */
export function dateColumns(
  lines: readonly { cells: readonly string[] }[],
  columns: readonly number[],
  orders: ReadonlyMap<number, DateOrder>,
  today = new Date(),
): Map<number, DateColumn> {
  return new Map(
    columns.map((column) => {
      const texts = new Set(lines.map(({ cells }) => cells[column] ?? ''));
      const read = dateOrderOf([...texts], today);
      return [column, { ...read, order: orders.get(column) ?? read.order }];
    }),
  );
}

const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]*\s+/i;
const time =
  /(?:,?\s+(?:at\s+)?|T)(?:\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?)(?:\s*(?:Z|[A-Z]{2,4}|[+-]\d{2}:?\d{2}))?$/i;
const yearFirst = /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/;
const numbers = /^(?<first>\d{1,2})(?<mark>[-/.])(?<second>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})$/;
const monthName = /^(?<name>[a-z]+)\.?[- ](?<day>\d{1,2})(?:,? |-|,)'?(?<year>\d{4}|\d{2})$/i;
const dayAndName = /^(?<day>\d{1,2})(?: of )?[- /]?(?<name>[a-z]+)\.?(?:,? |[-/])'?(?<year>\d{4}|\d{2})$/i;

/**
 * Converts a date such as `7/1/2026`, `2026/07/01`, `1-Jul-26` or `Wed, July 1st, 2026 12:00 AM` to `2026-07-01`.
 * Without an order, it converts only dates that both orders read alike. Returns null for anything else, and for a
 * two-digit year of an uncertain century.
 */
export function readDate(text: string, order: DateOrder | null, today = new Date()): string | null {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(weekday, '')
    .replace(time, '')
    .replace(/(?<=\d)(?:st|nd|rd|th)\b/i, '')
    .replaceAll(/\s*\/\s*/g, '/')
    .replaceAll(/\s+/g, ' ')
    .replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const iso = yearFirst.exec(plain)?.groups;
  if (iso) return realDay(Number(iso['year']), Number(iso['month']), Number(iso['day']));
  const { first = '', second = '', year: numericYear = '' } = numbers.exec(plain)?.groups ?? {};
  if (numericYear !== '') {
    const year = fullYear(numericYear, today);
    const monthFirst = realDay(year, Number(first), Number(second));
    const dayFirst = realDay(year, Number(second), Number(first));
    if (order === null) return monthFirst === dayFirst ? monthFirst : null;
    return order === 'month-first' ? monthFirst : dayFirst;
  }
  const { name = '', day = '', year = '' } = (monthName.exec(plain) ?? dayAndName.exec(plain))?.groups ?? {};
  return realDay(fullYear(year, today), monthOf(name), Number(day));
}

const months = 'january february march april may june july august september october november december'.split(' ');

/** Returns a month's number, given its name or its first three letters, or 0 for any other word. */
function monthOf(name: string): number {
  const word = name.toLowerCase();
  if (word === 'sept') return 9;
  return months.findIndex((month) => month === word || month.slice(0, 3) === word) + 1;
}

/**
 * Expands a two-digit year from a lease or a ledger line, to at most 20 years ahead or 40 years ago. Returns `NaN` if
 * there is no such year.
 */
function fullYear(text: string, today: Date): number {
  if (text.length !== 2) return Number(text);
  const [year, thisYear] = [2000 + Number(text), today.getUTCFullYear()];
  if (year <= thisYear + 20) return year;
  return year - 100 >= thisYear - 40 ? year - 100 : NaN;
}

function realDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1900;
  return isReal ? at.toISOString().slice(0, 10) : null;
}
