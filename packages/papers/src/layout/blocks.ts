/** A block of a paper's content. The other files in this folder decide how it looks. */
export type Block =
  | { readonly kind: 'title'; readonly text: string; readonly under: string }
  | { readonly kind: 'heading'; readonly text: string }
  | (ParagraphLook & { readonly kind: 'paragraph'; readonly text: string })
  | (FieldLook & { readonly kind: 'field'; readonly label: string; readonly values: readonly (string | null)[] })
  | Caption
  | Table
  | Signature;

interface FieldLook {
  readonly bold?: boolean;
  /** Keeps the block on the same page as the next one. */
  readonly keepWithNext?: boolean;
}

interface ParagraphLook extends FieldLook {
  /** Gives the paragraph the next number in the document. */
  readonly numbered?: boolean;
  readonly indented?: boolean;
}

/**
 * The head of a court paper: the court on top, the parties on the left, and the case number, filing date and title on
 * the right.
 */
export interface Caption {
  readonly kind: 'caption';
  readonly court: readonly string[];
  readonly plaintiffs: readonly string[];
  readonly defendants: readonly string[];
  readonly right: readonly string[];
}

export interface Table {
  readonly kind: 'table';
  readonly columns: Columns;
  readonly rows: readonly Row[];
  /** Bold rows at the end, under a line and on the same page as the last row. */
  readonly totals: readonly Row[];
}

/**
 * The width of each column, by title: points, or the `rest` of the page. A `money` column is right-aligned and as wide
 * as its widest amount.
 */
export type Columns = Readonly<Record<string, number | 'money' | 'rest'>>;

export type Row = readonly string[];

/** An optional declaration with the signature lines under it, all on one page. */
export interface Signature {
  readonly kind: 'signature';
  readonly heading: string;
  readonly declaration: string | null;
  /** The label under each signature line. Lines are drawn in pairs, side by side. */
  readonly lines: readonly string[];
}

export function title(text: string, under: string): Block {
  return { kind: 'title', text, under };
}

export function heading(text: string): Block {
  return { kind: 'heading', text };
}

export function paragraph(text: string, look: ParagraphLook = {}): Block {
  return { kind: 'paragraph', text, ...look };
}

/** Creates a label with its values, one per line. Null stands for a blank line to write on. */
export function field(label: string, values: string | null | readonly string[], look: FieldLook = {}): Block {
  return { kind: 'field', label, values: Array.isArray(values) ? values : [values], ...look };
}

export function table(columns: Columns, rows: readonly Row[], totals: readonly Row[] = []): Table {
  return { kind: 'table', columns, rows, totals };
}

export function signature(of: string, declaration: string | null, lines: readonly string[]): Signature {
  return { kind: 'signature', heading: of, declaration, lines };
}
