/** Columns for people, two spaces apart. Null is printed as a dash. */
export function table(headers: readonly string[], rows: readonly (readonly unknown[])[], none = 'none'): string {
  if (rows.length === 0) return none;
  const lines = [headers, ...rows.map((row) => row.map(cell))];
  const widths = headers.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A name and a value per line. */
export function pairs(entries: Readonly<Record<string, unknown>>): string {
  return table(
    ['', ''],
    Object.entries(entries).map(([name, value]) => [`${name}:`, value]),
  ).slice(1);
}

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(',');
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Text written by others must not control the terminal or break a line. */
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A line without control characters. */
export function printable(text: string): string {
  return text.replace(controlCharacters, ' ');
}
