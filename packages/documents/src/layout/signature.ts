import type { SignatureBlock } from './blocks.ts';
import { faces } from './faces.ts';
import { body, heading, keptWithNext, lines } from './paragraphs.ts';
import { type Atom, page, type Sheet } from './sheet.ts';

const room = 28;
const labelSize = 8;
const columnGap = 24;
const columnWidth = (page.contentWidth - columnGap) / 2;

/** The declaration and its signature lines, on one page. */
export function signature(sheet: Sheet, block: SignatureBlock): Atom[] {
  const wide = { gap: 7, left: page.left, width: page.contentWidth };
  const head = heading(sheet, block.heading);
  const declaration = block.declaration === null ? [] : lines(sheet, sheet.element('P'), block.declaration, body, wide);
  const element = sheet.element('P');
  const pairs = Array.from({ length: Math.ceil(block.lines.length / 2) }, (_, index) =>
    block.lines.slice(index * 2, index * 2 + 2),
  );
  const atoms = [
    ...head,
    ...declaration,
    ...pairs.map((labels): Atom => ({
      height: room + 12,
      gap: 0,
      keepWithNext: true,
      draw: (y) => {
        for (const [index, label] of labels.entries()) {
          const x = page.left + index * (columnWidth + columnGap);
          sheet.tagged(null, () => sheet.rule(x, y + room, x + columnWidth, y + room));
          sheet.tagged(element, () => sheet.write(label, x, y + room + 2, faces.regular, labelSize));
        }
      },
    })),
  ];
  return atoms.map((atom, index) => (index < atoms.length - 1 ? keptWithNext(atom) : { ...atom, keepWithNext: false }));
}
