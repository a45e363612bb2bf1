import { PasswordException, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import { inTime } from '../shared/in-time.ts';
import { type PlacedText, rowsOfPages } from '../shared/pdf-rows.ts';
import type { Sheet } from '../shared/table.ts';
import { openPdf } from './pdf-document.ts';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

/** Why the table of a PDF is not read. */
export type PdfFault = 'lockedPdf' | 'picture' | 'unreadable' | 'large';

const mostPages = 200;
const mostTexts = 100_000;
const mostLetters = 2 ** 22;

/** The table of a PDF with text, by where its words stand, in the browser; `large` where that takes longer than `longestMs`. */
export async function readPdfTable(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  longestMs: number,
): Promise<Sheet | PdfFault> {
  const task = openPdf(bytes);
  try {
    return await inTime(tableOf(name, task.promise), longestMs, 'large');
  } catch (error) {
    return error instanceof PasswordException ? 'lockedPdf' : 'unreadable';
  } finally {
    void task.destroy(); // which ends a reading that is late
  }
}

async function tableOf(name: string, opened: Promise<PDFDocumentProxy>): Promise<Sheet | PdfFault> {
  const pdf = await opened;
  if (pdf.numPages > mostPages) return 'large';
  const pages: PlacedText[][] = [];
  let count = 0;
  let letters = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const texts: PlacedText[] = [];
    pages.push(texts);
    // In parts: a page can have millions of texts.
    const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const item of part.value.items) {
        if (!('str' in item)) continue;
        const [, , across = 0, up = 0, left = 0, base = 0] = item.transform as number[];
        const [x = 0, y = 0] = viewport.convertToViewportPoint(left, base) as number[];
        // Of a font that is drawn, none is known.
        const height = item.height || Math.hypot(across, up);
        texts.push({ text: item.str, x, y, width: item.width, height });
        letters += item.str.length;
        if ((count += 1) > mostTexts || letters > mostLetters) return 'large';
      }
    }
  }
  const table = rowsOfPages(pages);
  if (table === 'large') return table;
  return table.rows.length === 0 ? 'picture' : { name, ...table };
}
