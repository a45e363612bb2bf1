import { PasswordException } from 'pdfjs-dist';
import { type PlacedText, rowsOfPages } from '../shared/pdf-rows.ts';
import type { Sheet } from '../shared/table.ts';
import { openPdf } from './pdf-document.ts';

/** Why the table of a PDF is not read. */
export type PdfFault = 'lockedPdf' | 'picture' | 'unreadable' | 'large';

const mostPages = 200;
const mostTexts = 100_000;

/** The table of a PDF with text, by where its words stand, in the browser. */
export async function readPdfTable(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Sheet | PdfFault> {
  const task = openPdf(bytes);
  try {
    const pdf = await task.promise;
    if (pdf.numPages > mostPages) return 'large';
    const pages: PlacedText[][] = [];
    let count = 0;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const viewport = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      const texts = items.flatMap((item): PlacedText[] => {
        if (!('str' in item)) return [];
        const [, , across = 0, up = 0, left = 0, base = 0] = item.transform as number[];
        const [x = 0, y = 0] = viewport.convertToViewportPoint(left, base) as number[];
        // Of a font that is drawn, none is known.
        const height = item.height || Math.hypot(across, up);
        return [{ text: item.str, x, y, width: item.width, height }];
      });
      pages.push(texts);
      if ((count += texts.length) > mostTexts) return 'large';
    }
    const table = rowsOfPages(pages);
    return table.rows.length === 0 ? 'picture' : { name, ...table };
  } catch (error) {
    return error instanceof PasswordException ? 'lockedPdf' : 'unreadable';
  } finally {
    void task.destroy();
  }
}
