import type { Basis, DayCount, DocumentSpec, Ground, IsoDate, ServiceMethod, Sureness } from '@evict/jurisdictions';
import { weekday } from '@evict/jurisdictions';

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

/** A table of what each column has of a row, by its heading. */
export function tableOf<T>(
  caption: string,
  rows: readonly T[],
  columns: Readonly<Record<string, (row: T) => string>>,
): Table {
  const cells = Object.values(columns);
  return { caption, headers: Object.keys(columns), rows: rows.map((row) => cells.map((cell) => cell(row))) };
}

/** What a rule rests on, as labels and values; papers last. */
function labelled({ basis, papers = [] }: Pick<Rule, 'basis' | 'papers'>): [label: string, value: string][] {
  const { citation, source, checked, remark } = basis;
  const named = papers.map(({ title, id, filename }) => `${title} (${id}, ${filename})`);
  const all: [string, string | undefined][] = [
    ['Citation', citation],
    ['Source', source],
    ['Date checked', checked],
    ['How sure', surenessOf(basis)],
    ['Remark', remark],
    ['Papers', named.length === 0 ? undefined : list(named)],
  ];
  return all.flatMap(([label, value]) => (value === undefined ? [] : [[label, value]]));
}

/** A rule book as Markdown, which reads well as plain text too. Ends with a line feed. */
export function asMarkdown({ title, about, sections }: RuleBook): string {
  return `${[`# ${title}`, about, ...sections.flatMap(sectionBlocks)].join('\n\n')}\n`;
}

function sectionBlocks({ title, text = [], tables = [], rules = [] }: Section): string[] {
  return [`## ${title}`, ...text, ...tables.map(tableText), ...rules.flatMap(ruleBlocks)];
}

function ruleBlocks(rule: Rule): string[] {
  const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
  const basis = labelled(rule).map(([label, value]) => `**${label}:** ${value}`);
  return [`### ${rule.title}`, bullets(rule.words), bullets(basis), ...(rule.tables ?? []).map(tableText)];
}

function tableText({ caption, headers, rows }: Table): string {
  const cells = [headers, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = headers.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${widths.map((width, i) => (row[i] ?? '').padEnd(width)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  const rule = widths.map((width) => '-'.repeat(width));
  return [`${caption}:`, '', line(head), line(rule), ...body.map(line)].join('\n');
}

/** How every book begins. */
export function readingSection(more = ''): Section {
  const meanings: Record<Sureness, string> = {
    sure: 'The source says it.',
    read_so: 'Courts, forms or secondary sources read it so, and some may not. The attorney decides.',
    ours: 'A choice of this service. The attorney decides.',
    fictional: 'Written for the sandbox. It is the law of no place.',
  };
  return {
    title: 'How to read this',
    text: [
      `Each rule is stated in words, with its citation, the source that was read, the day on which rule and source were last compared, and how sure the rule is. Worked examples are computed by the functions that run the cases.${more}`,
    ],
    tables: [
      tableOf('How sure a rule is', Object.entries(meanings), {
        Word: ([sure]) => surenessOf({ sure: sure as Sureness }),
        Meaning: ([, meaning]) => meaning,
      }),
    ],
  };
}

export function surenessOf({ sure }: Pick<Basis, 'sure'>): string {
  return sure.replace('_', ' ');
}

/** The basis of a rule that states no law. */
export function ours(source: string): Basis {
  return { citation: 'none: no law is stated', source, checked: '2026-11-22', sure: 'ours' };
}

export const groundNames: Readonly<Record<Ground, string>> = {
  nonpayment: 'Nonpayment of rent',
  lease_violation: 'Violation of the lease',
  holdover: 'Holdover',
};

export const methodNames: Readonly<Record<ServiceMethod, string>> = {
  personal: 'personal delivery',
  substitute: 'substitute service',
  posting: 'posting',
  posting_and_mail: 'posting with a mailed copy',
  certified_mail: 'certified mail',
  first_class_mail: 'first-class mail',
};

/** `Thu 2026-07-02`. */
export function day(date: IsoDate): string {
  return `${['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][weekday(date)]} ${date}`;
}

export function dayCount({ days, dayKind }: DayCount): string {
  return `${days} ${dayKind} ${days === 1 ? 'day' : 'days'}`;
}

export function list(parts: readonly string[], last: 'and' | 'or' = 'and'): string {
  return new Intl.ListFormat('en-US', { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(parts);
}

export function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}
