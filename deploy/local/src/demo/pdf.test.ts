import { expect, test } from 'vitest';
import { onePagePdf } from './pdf.ts';

const pdf = onePagePdf(['Notice to Quit (served)', String.raw`back\slash`]).toString('ascii');

test("every entry in the PDF's cross-reference table points to its object", () => {
  const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset));
  expect(offsets).toHaveLength(5);
  for (const [index, offset] of offsets.entries())
    expect(pdf.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
});

test('the end of the PDF points to its cross-reference table', () => {
  const [, tableAt] = /startxref\n(\d+)\n%%EOF\n$/.exec(pdf) ?? [];
  expect(pdf.slice(Number(tableAt))).toMatch(/^xref\n/);
});

test('the length of a PDF page is stated correctly, and no text can end a PDF string early', () => {
  const [, length, content] = /\/Length (\d+) >>\nstream\n([^]*)\nendstream/.exec(pdf) ?? [];
  expect(content).toHaveLength(Number(length));
  expect(content).toContain(String.raw`(Notice to Quit \(served\)) Tj`);
  expect(content).toContain(String.raw`(back\\slash) Tj`);
});
