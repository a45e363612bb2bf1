import { Refusal } from '../api/refusal.ts';
import { openWorker } from '../trusted.ts';
import { decodeText } from './decode-text.ts';
import { inTime } from './in-time.ts';
import type { Sheet } from './table.ts';
import type { PdfFault } from '../document/pdf-table.ts';
import type { readWorkbook, WorkbookFault } from './workbook.ts';
import workerUrl from './workbook-worker.ts?worker&url';

/** What a file of a table may be. An old workbook can be chosen, and is told what to become. */
export const tableTypes = '.xlsx,.csv,.tsv,.txt,.xls,text/csv';
/** The same where a table of a PDF is read too. */
export const ledgerTypes = `${tableTypes},.pdf,application/pdf`;

const largestFileBytes = 20 * 2 ** 20;
const longestReadMs = 60_000;

const sentences: Readonly<Record<WorkbookFault | PdfFault | 'empty', string>> = {
  empty: 'This file has no rows.',
  locked: 'This workbook needs a password. Save a copy without one and choose that.',
  old: 'This workbook has the old format of Excel. Save it as .xlsx and choose that.',
  unreadable: 'This file cannot be read. Save the sheet as CSV and choose that.',
  lockedPdf: 'This PDF needs a password. Save a copy without one and choose that.',
  picture:
    'This PDF is a picture without text, which is not read here. Type its lines, or ask for it as a spreadsheet.',
  large: 'This file is too large to read here. Split it, or save the sheet as CSV.',
};

/** The tables of a CSV file, an XLSX workbook or a PDF, one at least. Throws Refusal, which says why there are none. */
export async function readTableFile(file: File): Promise<readonly Sheet[]> {
  const sheets = (await sheetsOf(file)).filter(({ rows }) => rows.length > 0);
  if (sheets.length === 0) throw refusal('empty');
  return sheets;
}

async function sheetsOf(file: File): Promise<readonly Sheet[]> {
  if (file.size > largestFileBytes) throw refusal('large');
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (new TextDecoder('latin1').decode(bytes.slice(0, 1024)).includes('%PDF-')) {
    const { readPdfTable } = await import('../document/pdf-table.ts');
    const table = await readPdfTable(file.name, new Uint8Array(bytes), longestReadMs);
    if (typeof table === 'string') throw refusal(table);
    return [{ ...table, pdf: new Uint8Array(bytes) }];
  }
  // A ZIP archive, or the container of a locked or an old workbook.
  if ((first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf)) return readApart(bytes);
  const text = decodeText(bytes);
  // A web page that is called .xls, or what no text has.
  if (/^\s*<|\0/.test(text)) throw refusal('unreadable');
  const { sheetOfText } = await import('./table.ts'); // with its parser, for the first file
  return [sheetOfText(file.name, text)];
}

/** In a process of its own, which ends with the reading: the page goes on, whatever the workbook is. */
async function readApart(bytes: ArrayBuffer): Promise<readonly Sheet[]> {
  const worker = openWorker(workerUrl);
  try {
    const reading = new Promise<Awaited<ReturnType<typeof readWorkbook>>>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<readonly Sheet[]>) => resolve(data));
      worker.addEventListener('error', () => resolve('unreadable'));
      worker.postMessage(bytes, [bytes]);
    });
    const result = await inTime(reading, longestReadMs, 'large');
    if (typeof result === 'string') throw refusal(result);
    return result;
  } finally {
    worker.terminate();
  }
}

function refusal(fault: keyof typeof sentences): Refusal {
  return new Refusal('invalid_request', { message: sentences[fault] });
}
