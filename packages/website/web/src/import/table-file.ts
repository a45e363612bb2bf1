import { Refusal } from '../api/refusal.ts';
import { openWorker } from '../trusted.ts';
import { decodeText } from './decode-text.ts';
import type { Sheet } from './table.ts';
import type { readWorkbook, WorkbookFault } from './workbook.ts';
import workerUrl from './workbook-worker.ts?worker&url';

/** The file types that can be chosen. An old workbook is refused with a request to convert it. */
export const tableTypes = '.xlsx,.csv,.tsv,.txt,.xls,text/csv';
const largestFileBytes = 20 * 2 ** 20;
const longestReadMs = 60_000;

const sentences: Readonly<Record<WorkbookFault | 'empty' | 'pdf', string>> = {
  empty: 'This file has no rows.',
  locked: 'This workbook needs a password. Save a copy without one and choose that file.',
  old: 'This workbook is in the old Excel format. Save it as .xlsx and choose that file.',
  unreadable: 'This file cannot be read. Save the sheet as CSV and choose that file.',
  pdf: 'Tables are read from CSV, Excel or pasted text. Export this one as CSV or Excel. A PDF can be added to the case as evidence.',
  large: 'This file is too large to read here. Split it, or save the sheet as CSV.',
};

/** Reads the tables in a CSV file or an XLSX workbook. Returns at least one, or throws Refusal, which says why. */
export async function readTableFile(file: File): Promise<readonly Sheet[]> {
  const sheets = (await sheetsOf(file)).filter(({ lines }) => lines.length > 0);
  if (sheets.length === 0) throw refusal('empty');
  return sheets;
}

async function sheetsOf(file: File): Promise<readonly Sheet[]> {
  if (file.size > largestFileBytes) throw refusal('large');
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (new TextDecoder('latin1').decode(bytes.slice(0, 1024)).includes('%PDF-')) throw refusal('pdf');
  // A ZIP archive, or the container of a locked or old workbook.
  if ((first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf)) return readApart(bytes);
  const text = decodeText(bytes);
  // A web page named .xls, or a binary file.
  if (/^\s*<|\0/.test(text)) throw refusal('unreadable');
  const { sheetOfText } = await import('./csv.ts'); // loaded lazily, because only text files need it and its parser
  return [sheetOfText(file.name, text)];
}

/**
 * Reads the workbook in a worker, so the page stays responsive whatever the workbook contains. The worker ends
 * afterwards.
 */
async function readApart(bytes: ArrayBuffer): Promise<readonly Sheet[]> {
  const worker = openWorker(workerUrl);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const result = await new Promise<Awaited<ReturnType<typeof readWorkbook>>>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<readonly Sheet[]>) => resolve(data));
      worker.addEventListener('error', () => resolve('unreadable'));
      timer = setTimeout(() => resolve('large'), longestReadMs);
      worker.postMessage(bytes, [bytes]);
    });
    if (typeof result === 'string') throw refusal(result);
    return result;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

function refusal(fault: keyof typeof sentences): Refusal {
  return new Refusal('invalid_request', { message: sentences[fault] });
}
