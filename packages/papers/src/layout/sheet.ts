import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import { faces, type Style } from './faces.ts';
import { type Page, page } from './pages.ts';

export const watermark = 'SANDBOX - NOT A LEGAL DOCUMENT';

const watermarkStyle = { face: faces.bold, size: 34 } as const;
/** Light enough that black text over it is readable, and dark enough to survive a copier. */
const watermarkColor = '#dadada';
const small = { face: faces.regular, size: 8 } as const;
const headerAt = 40;
const footerAt = { rule: 726, text: 732 } as const;

/** An element of the PDF's structure tree, which screen readers follow. */
export interface Element {
  readonly type: string;
  readonly node: PDFKit.PDFStructureElement;
}

export interface SheetInfo {
  title: string;
  /** Printed on the left side of every footer. */
  footer: string;
  /** `YYYY-MM-DD`, used for every date inside the file. */
  date: string;
  /** Printed at the top of every page. */
  header?: string;
  /** Whether every page states that the paper isn't a legal document. */
  watermark: boolean;
  /** Marks the continuation of a broken word. Without it, a break is invisible. */
  cutMark?: string;
}

/**
 * Declares PDF/UA-1. pdfkit's option for this would also add an optional list of glyphs to each font, and that list
 * leaves out the parts of accented letters.
 */
const declaration =
  '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>';

/** Makes screen readers read the heading with each cell in its column. pdfkit's types omit this option. */
const columnHeading = { scope: 'Column' } as PDFKit.Mixins.StructureElementOptions;

/** Passing `features`, even an empty list, makes pdfkit lay out a line as a whole instead of word by word. */
const asOneLine = { lineBreak: false, features: [] };

/** A horizontal or vertical line. */
export type Rule = readonly [fromX: number, fromY: number, toX: number, toY: number];

/**
 * Draws one document. The output depends only on the input: every date in the file is the given one, and no identifier
 * is random. So the same content gives the same bytes in any process.
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
      autoFirstPage: false,
      font: '', // no default font, because only embedded fonts look the same everywhere
      fontLayoutCache: false, // it would store every word with the positions of its letters
      info: { Title: info.title, Producer: maker, Creator: maker, CreationDate: date, ModDate: date },
    });
    this.#pdf.appendXML(declaration);
    this.#root = { type: 'Document', node: this.#pdf.struct('Document') };
    this.#pdf.addStructure(this.#root.node);
  }

  /** The mark for the continuation of a broken word. Empty if there is none. */
  get cutMark(): string {
    return this.#info.cutMark ?? '';
  }

  /** Adds an element to the document's structure. Elements are read aloud in the order of these calls. */
  element(type: string, parent: Element = this.#root): Element {
    const node = this.#pdf.struct(type, type === 'TH' ? columnHeading : {});
    parent.node.add(node);
    return { type, node };
  }

  /** Marks whatever `draw` draws as the element's content, or as decoration if `element` is null. */
  tagged(element: Element | null, draw: () => void): void {
    if (element) element.node.add(this.#pdf.markStructureContent(element.type));
    else this.#pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#pdf.endMarkedContent();
  }

  /** Draws one line of text. Call this within `tagged`. */
  write(text: string, x: number, y: number, { face, size }: Pick<Style, 'face' | 'size'>): void {
    if (text === '') return;
    const pieces = face.piecesOf(text);
    const isMixed = pieces.some(({ font }) => font !== face.own);
    // Screen readers and copying use the original string, not its runs in visual order.
    if (isMixed) this.#pdf.markContent('Span', { actual: text });
    let left = x;
    for (const piece of pieces) {
      const { name, font, ascent } = piece.font;
      // pdfkit positions text by its top, but all runs of a line share one baseline.
      const top = isMixed ? y + (face.own.ascent - ascent) * size : y;
      // pdfkit accepts a parsed font, although its types don't say so.
      const pdf = this.#pdf
        .registerFont(name, font as unknown as Buffer)
        .font(name)
        .fontSize(size);
      pdf.text(piece.text, left, top, asOneLine);
      left += piece.font.widthOf(piece.text, size);
    }
    if (isMixed) this.#pdf.endMarkedContent();
  }

  /** Draws thin lines as decoration. */
  rules(...rules: readonly Rule[]): void {
    this.tagged(null, () => {
      for (const rule of rules) this.#rule(rule);
    });
  }

  /** Draws the pages, completes the document and returns its bytes. Call this once. */
  async draw(pages: readonly Page[]): Promise<Buffer> {
    const { watermark: isMarked, header, footer } = this.#info;
    for (const [index, lines] of pages.entries()) {
      this.#pdf.addPage(); // also writes out the previous page, whose drawing commands take a lot of memory
      if (isMarked) this.tagged(null, () => this.#watermark());
      if (header !== undefined) this.tagged(null, () => this.write(header, page.left, headerAt, small));
      for (const { line, y } of lines) line.draw(y);
      this.tagged(null, () => this.#footer(footer, `Page ${index + 1} of ${pages.length}`));
    }
    this.#pdf.end();
    return buffer(this.#pdf);
  }

  #rule([fromX, fromY, toX, toY]: Rule): void {
    this.#pdf.moveTo(fromX, fromY).lineTo(toX, toY).lineWidth(0.6).stroke('#444444');
  }

  /** Draws the watermark diagonally. It is drawn first, so the text lies on top of it. */
  #watermark(): void {
    const { width, height } = page;
    const { face, size } = watermarkStyle;
    const angle = (Math.atan(height / width) * 180) / Math.PI;
    this.#pdf
      .save()
      .rotate(-angle, { origin: [width / 2, height / 2] })
      .fillColor(watermarkColor);
    this.write(watermark, (width - face.widthOf(watermark, size)) / 2, height / 2 - size / 2, watermarkStyle);
    this.#pdf.restore().fillColor('black');
  }

  #footer(left: string, right: string): void {
    this.#rule([page.left, footerAt.rule, page.right, footerAt.rule]);
    this.write(left, page.left, footerAt.text, small);
    this.write(right, page.right - small.face.widthOf(right, small.size), footerAt.text, small);
  }
}
