import { writeXlsx } from 'hucre';

/** The bytes of a workbook with a sheet of texts for each name. */
export async function writeWorkbook(
  sheets: Readonly<Record<string, readonly (readonly string[])[]>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const named = Object.entries(sheets).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) }));
  return new Uint8Array(await writeXlsx({ sheets: named }));
}
