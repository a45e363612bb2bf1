import { deflateSync } from 'node:zlib';
import { pdfOf } from '@evict/local/pdf';

interface ScannedPage {
  text: string;
  /** The width in points. The default page size is US Letter. */
  width?: number;
  height?: number;
}

/**
 * Creates a PDF of scanned pages. Each has its own picture over the whole page, this many dots wide and high, and its
 * text.
 */
export function scannedPdf(pages: readonly ScannedPage[], dots: number): Buffer {
  const picture = deflateSync(Buffer.alloc(dots * dots, 0xe8)).toString('latin1');
  const stream = (dictionary: string, data: string) =>
    `<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`;
  const kids = pages.map((_, index) => `${4 + index * 3} 0 R`).join(' ');
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap(({ text, width = 612, height = 792 }, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${5 + index * 3} 0 R
        /Resources << /Font << /F1 3 0 R >> /XObject << /Im ${6 + index * 3} 0 R >> >> >>`,
      stream('', `q ${width} 0 0 ${height} 0 0 cm /Im Do Q BT /F1 24 Tf 72 ${height - 72} Td (${text}) Tj ET`),
      stream(
        `/Type /XObject /Subtype /Image /Width ${dots} /Height ${dots} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
        picture,
      ),
    ]),
  ]);
}
