import type { Block } from './blocks.ts';
import { caption } from './caption.ts';
import { field, heading, keptWithNext, paragraph, title } from './paragraphs.ts';
import { type Atom, Sheet, type SheetInfo } from './sheet.ts';
import { signature } from './signature.ts';
import { table } from './table.ts';

/** The bytes of a document with these blocks. */
export async function compose(info: SheetInfo, blocks: readonly Block[]): Promise<Buffer> {
  const sheet = new Sheet(info);
  let numbered = 0;
  const atoms = blocks.flatMap((block): Atom[] => {
    switch (block.kind) {
      case 'title':
        return title(sheet, block.text, block.under);
      case 'heading':
        return heading(sheet, block.text);
      case 'paragraph': {
        const { bold = false, indent = false } = block;
        const number = block.number === true ? (numbered += 1) : null;
        return keep(paragraph(sheet, block.text, { number, bold, indent }), block.keepWithNext ?? false);
      }
      case 'field':
        return keep(field(sheet, block.label, block.values, block.bold ?? false), block.keepWithNext ?? false);
      case 'caption':
        return caption(sheet, block);
      case 'table':
        return table(sheet, block);
      case 'signature':
        return signature(sheet, block);
    }
  });
  sheet.place(atoms);
  return sheet.finish();
}

function keep(atoms: Atom[], withNext: boolean): Atom[] {
  return withNext ? atoms.map(keptWithNext) : atoms;
}
