import { deflateSync } from 'node:zlib';

interface ScannedPage {
  text: string;
  /** In points; a letter by default. */
  width?: number;
  height?: number;
}

/** A PDF of scanned pages: each has a picture of its own over the whole page, of so many dots each way, and its text. */
export function scannedPdf(pages: readonly ScannedPage[], dots: number): Buffer {
  const picture = deflateSync(Buffer.alloc(dots * dots, 0xe8)).toString('latin1');
  const stream = (dictionary: string, data: string) =>
    `<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`;
  const kids = pages.map((_, index) => `${4 + index * 3} 0 R`).join(' ');
  const objects = [
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
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + end, 'latin1');
}
