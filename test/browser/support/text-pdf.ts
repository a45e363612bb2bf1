import { pdfOf } from '@evict/local/pdf';

/** A PDF with one page of text in rows, each text at its place from the left, as an office prints a ledger. */
export function textPdf(rows: readonly (readonly (readonly [left: number, text: string])[])[]): Buffer {
  const shown = rows.flatMap((row, line) =>
    row.map(
      ([left, text]) => `BT /F1 10 Tf ${left} ${740 - line * 16} Td (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj ET`,
    ),
  );
  const content = shown.join('\n');
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
}
