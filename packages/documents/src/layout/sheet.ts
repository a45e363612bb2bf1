import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import { type Face, faces } from './faces.ts';
import type { OpenFont } from './fonts.ts';
import { gatherContent } from './page-content.ts';
import { drawWatermark } from './watermark.ts';

/** Letter, in points. */
export const page = { width: 612, height: 792, left: 72, right: 540, top: 72, bottom: 706, contentWidth: 468 } as const;

const footer = { ruleAt: 726, textAt: 732, size: 8 } as const;
const header = { textAt: 40, size: 8 } as const;

/** A part of a document that is never split across pages. */
export interface Atom {
  readonly height: number;
  /** Space above it; none at the start of a page. */
  readonly gap: number;
  /** Stays on the page of the next atom. */
  readonly keepWithNext: boolean;
  /** Repeated at the top of a new page that begins with this atom. */
  readonly head?: Atom;
  readonly draw: (y: number) => void;
}

/** An element of the structure that screen readers follow. */
export interface Element {
  readonly type: string;
  readonly node: PDFKit.PDFStructureElement;
}

export interface SheetInfo {
  title: string;
  /** Stands on the left of every footer. */
  footer: string;
  /** `YYYY-MM-DD`: used for every date inside the file. */
  date: string;
  /** Stands on top of every page. */
  header?: string;
  /** States on every page that the paper is not a legal document. */
  watermark: boolean;
  /** Marks the continuation of a broken word; without it a break is invisible. */
  cutMark?: string;
}

/**
 * The pages of one document. The output depends only on the input: every date in the file is the given one and no
 * identifier is random, so the same content has the same bytes in any process.
 */
export class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #root: Element;
  readonly #info: SheetInfo;

  constructor(info: SheetInfo) {
    const date = new Date(`${info.date}T00:00:00.000Z`);
    const maker = 'Eviction Case Service';
    this.#info = info;
    this.#pdf = new Pdf({
      size: 'LETTER',
      margin: 0,
      pdfVersion: '1.7',
      lang: 'en-US',
      tagged: true,
      displayTitle: true,
      bufferPages: true,
      autoFirstPage: false,
      font: '', // no standard font: only embedded ones look the same everywhere
      fontLayoutCache: false, // it keeps every word of the document with the place of each of its letters
      info: { Title: info.title, Producer: maker, Creator: maker, CreationDate: date, ModDate: date },
    });
    for (const { own } of Object.values(faces)) this.#register(own);
    this.#root = { type: 'Document', node: this.#pdf.struct('Document') };
    this.#pdf.addStructure(this.#root.node);
  }

  /** Adds an element to the document's structure; elements are read aloud in the order of these calls. */
  element(type: string, parent: Element = this.#root): Element {
    const node = this.#pdf.struct(type);
    parent.node.add(node);
    return { type, node };
  }

  /** Draws as content of the element, or as decoration without one. */
  tagged(element: Element | null, draw: () => void): void {
    if (element) element.node.add(this.#pdf.markStructureContent(element.type));
    else this.#pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#pdf.endMarkedContent();
  }

  /** The mark of the continuation of a broken word. */
  get cutMark(): string {
    return this.#info.cutMark ?? '';
  }

  write(text: string, x: number, y: number, face: Face, size: number): void {
    if (text === '') return;
    const pieces = face.piecesOf(text);
    if (pieces.every(({ font }) => font === face.own)) {
      this.#draw(text, face.own, x, y, size);
      return;
    }
    // Copying and screen readers get the text as it was written, not its runs in visual order.
    this.#pdf.markContent('Span', { actual: text });
    let left = x;
    for (const piece of pieces) {
      this.#register(piece.font);
      // Text is positioned by its top, while all runs of a line share one baseline.
      const top = y + (face.own.ascent - piece.font.ascent) * size;
      this.#draw(piece.text, piece.font, left, top, size);
      left += piece.font.widthOf(piece.text, size);
    }
    this.#pdf.endMarkedContent();
  }

  /** A thin horizontal or vertical line. */
  rule(fromX: number, fromY: number, toX: number, toY: number): void {
    this.#pdf.moveTo(fromX, fromY).lineTo(toX, toY).lineWidth(0.6).stroke('#444444');
  }

  /** Places the atoms below each other on as many pages as they need. */
  place(atoms: readonly Atom[]): void {
    this.#startPage();
    let y: number = page.top;
    for (const run of runsOf(atoms)) {
      const fits = y + heightOf(run, y === page.top) <= page.bottom;
      const fitsOnOnePage = heightOf(run, true) + (run[0]?.head?.height ?? 0) <= page.bottom - page.top;
      if (!fits && fitsOnOnePage) y = this.#turnPage(run[0]);
      for (const atom of run) {
        // Only a group taller than a page is split.
        if (y > page.top && y + atom.gap + atom.height > page.bottom) y = this.#turnPage(atom);
        if (y > page.top) y += atom.gap;
        atom.draw(y);
        y += atom.height;
      }
    }
  }

  async finish(): Promise<Buffer> {
    const { count } = this.#pdf.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.#pdf.switchToPage(index);
      this.tagged(null, () => this.#drawFooter(`Page ${index + 1} of ${count}`));
    }
    this.#pdf.end();
    return buffer(this.#pdf);
  }

  #startPage(): void {
    this.#pdf.addPage();
    gatherContent(this.#pdf.page);
    const { watermark, header: text } = this.#info;
    if (watermark) this.tagged(null, () => drawWatermark(this.#pdf));
    if (text !== undefined) {
      this.tagged(null, () => this.write(text, page.left, header.textAt, faces.regular, header.size));
    }
  }

  #register({ name, font }: OpenFont): void {
    // The types omit that pdfkit accepts a parsed font.
    this.#pdf.registerFont(name, font as unknown as Buffer);
  }

  #draw(text: string, { name }: OpenFont, x: number, y: number, size: number): void {
    const pdf = this.#pdf.font(name).fontSize(size) as unknown as LineWriter;
    pdf._fragment(text, x, y, { textWidth: 0, wordCount: 0 });
  }

  #turnPage(atom: Atom | undefined): number {
    this.#startPage();
    if (!atom?.head) return page.top;
    atom.head.draw(page.top);
    return page.top + atom.head.height;
  }

  #drawFooter(pageOfPages: string): void {
    const { size, ruleAt, textAt } = footer;
    this.rule(page.left, ruleAt, page.right, ruleAt);
    this.write(this.#info.footer, page.left, textAt, faces.regular, size);
    this.write(pageOfPages, page.right - faces.regular.widthOf(pageOfPages, size), textAt, faces.regular, size);
  }
}

/**
 * Draws one line. pdfkit's `text` has the same result, but lays each text out three times: for a cursor, for underlines
 * and for the drawing itself. The widths are for underlines.
 */
interface LineWriter {
  _fragment: (text: string, x: number, y: number, options: { textWidth: number; wordCount: number }) => void;
}

/** Atoms that must stay together, in groups. */
function runsOf(atoms: readonly Atom[]): Atom[][] {
  const runs: Atom[][] = [];
  let run: Atom[] = [];
  for (const atom of atoms) {
    run.push(atom);
    if (atom.keepWithNext) continue;
    runs.push(run);
    run = [];
  }
  return run.length > 0 ? [...runs, run] : runs;
}

function heightOf(run: readonly Atom[], atTop: boolean): number {
  return run.reduce((sum, { gap, height }, index) => sum + height + (index === 0 && atTop ? 0 : gap), 0);
}
