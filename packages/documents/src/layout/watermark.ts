import { faces } from './faces.ts';

export const watermark = 'SANDBOX - NOT A LEGAL DOCUMENT';

const size = 34;
/** Light enough to read black text over it, dark enough to survive a copier. */
const color = '#dadada';

/** Diagonal, drawn first, so that the text lies over it. */
export function drawWatermark(pdf: PDFKit.PDFDocument): void {
  const { width, height } = pdf.page;
  const angle = (Math.atan(height / width) * 180) / Math.PI;
  const length = faces.bold.widthOf(watermark, size);
  pdf.save();
  pdf.rotate(-angle, { origin: [width / 2, height / 2] });
  pdf.font('bold').fontSize(size).fillColor(color);
  pdf.text(watermark, (width - length) / 2, height / 2 - size / 2, { lineBreak: false });
  pdf.restore();
  pdf.fillColor('black');
}
