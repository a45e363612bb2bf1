/** The content of a document, block by block; the other files in this folder decide how it looks. */

export type Block =
  | { readonly kind: 'title'; readonly text: string; readonly under: string }
  | { readonly kind: 'heading'; readonly text: string }
  /** `number: true` gives it the next number in the document. */
  | {
      readonly kind: 'paragraph';
      readonly text: string;
      readonly number?: boolean;
      readonly bold?: boolean;
      readonly indent?: boolean;
      /** Stays on the page of the next block. */
      readonly keepWithNext?: boolean;
    }
  /** A label with its values, one per line; null is a line to write on. */
  | {
      readonly kind: 'field';
      readonly label: string;
      readonly values: readonly (string | null)[];
      readonly bold?: boolean;
      /** Stays on the page of the next block. */
      readonly keepWithNext?: boolean;
    }
  | CaptionBlock
  | TableBlock
  | SignatureBlock;

/** The head of a court paper: the court, the parties on the left, case number and hearing on the right. */
export interface CaptionBlock {
  readonly kind: 'caption';
  readonly court: readonly string[];
  readonly plaintiffs: readonly string[];
  readonly defendants: readonly string[];
  readonly right: readonly string[];
}

export interface TableBlock {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Rows under a rule at the end, in bold, on the same page as the last row. */
  readonly totals: readonly (readonly string[])[];
}

export interface Column {
  readonly title: string;
  /** Points; `fit` takes the width of its longest text, within bounds; one column may take the `rest`. */
  readonly width: number | 'fit' | 'rest';
  readonly align: 'left' | 'right';
}

/** A declaration, if any, with the lines to sign under it, all on one page. */
export interface SignatureBlock {
  readonly kind: 'signature';
  readonly heading: string;
  readonly declaration: string | null;
  /** The text under each line; two lines stand side by side. */
  readonly lines: readonly string[];
}
