import { PDFiumLibrary } from '@hyzyla/pdfium';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { renderDocument } from '../src/render.ts';
import { papers } from './papers.ts';
import { beside, type GrayImage, pngOf } from './pictures.ts';
import { drawingHash } from './read-pdf.ts';

// Draws the pictures of papers that docs/sandbox.md shows. `npm run papers` runs this program.

const folder = new URL('../../../docs/images/papers/', import.meta.url);
/** The scale of the pictures. 1 is 72 pixels per inch. */
const scale = 0.85;

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const library = await PDFiumLibrary.init();
const drawn: Record<string, string> = {};
for (const [name, request] of Object.entries(papers)) {
  const bytes = await renderDocument(request);
  const file = await library.loadDocument(bytes);
  const pages: GrayImage[] = [];
  for (const page of file.pages()) {
    const { width, height, data } = await page.render({ scale, render: 'bitmap' });
    pages.push({ width, height, points: grayOf(data) });
  }
  file.destroy();
  await writeFile(new URL(`${name}.png`, folder), pngOf(beside(pages)));
  drawn[name] = drawingHash(bytes);
}
library.destroy();
await writeFile(new URL('manifest.json', folder), `${JSON.stringify(drawn, null, 2)}\n`);

/** Papers are drawn in gray, so one of a pixel's four bytes is its shade. */
function grayOf(data: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: data.length / 4 }, (_, index) => data[index * 4] ?? 255);
}
