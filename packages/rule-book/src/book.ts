import type { Basis, DocumentSpec } from '@evict/jurisdictions';

/** A rule pack in words, for lawyers. Renderers print it as Markdown or as a page. */
export interface RuleBook {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly about: string;
  readonly sections: readonly Section[];
}

export interface Section {
  readonly title: string;
  readonly text?: readonly string[];
  readonly tables?: readonly Table[];
  readonly rules?: readonly Rule[];
}

export interface Rule {
  readonly title: string;
  /** One statement each. */
  readonly words: readonly string[];
  readonly basis: Basis;
  /** The papers that are made under the rule. */
  readonly papers?: readonly Pick<DocumentSpec, 'id' | 'title' | 'filename'>[];
  /** Worked examples, computed by the functions that run the cases, and lists that belong to the rule. */
  readonly tables?: readonly Table[];
}

/** The first cell of a row is its heading. */
export interface Table {
  readonly caption: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
