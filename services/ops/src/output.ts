/** For each column heading, the field of a row to show there, or a function that returns the value to show. */
type Columns<T> = Readonly<Record<string, keyof T | ((row: T) => unknown)>>;

/** Formats rows for people, in columns separated by two spaces. */
export function table<T>(rows: readonly T[], columns: Columns<T>, none = 'none'): string {
  if (rows.length === 0) return none;
  const values = Object.values(columns);
  const lines = rows.map((row) => values.map((value) => cell(typeof value === 'function' ? value(row) : row[value])));
  return aligned([Object.keys(columns), ...lines]);
}

/** Formats one name and value per line. */
export function pairs(entries: object): string {
  return aligned(Object.entries(entries).map(([name, value]) => [`${name}:`, cell(value)]));
}

/** Matches characters with which somebody else's text could control the terminal or break a line. */
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Replaces the control characters in a line with spaces. */
export function printable(text: string): string {
  return text.replace(controlCharacters, ' ');
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)));
  return padded.map((line) => line.join('  ').trimEnd()).join('\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(',');
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}
