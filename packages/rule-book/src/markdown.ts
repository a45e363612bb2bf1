import type { Rule, RuleBook, Section, Table } from './book.ts';
import { labelled } from './words.ts';

/** A rule book as Markdown, which reads well as plain text too. Ends with a line feed. */
export function asMarkdown({ title, about, sections }: RuleBook): string {
  return `${[`# ${title}`, about, ...sections.flatMap(sectionBlocks)].join('\n\n')}\n`;
}

function sectionBlocks({ title, text = [], tables = [], rules = [] }: Section): string[] {
  return [`## ${title}`, ...text, ...tables.map(tableText), ...rules.flatMap(ruleBlocks)];
}

function ruleBlocks(rule: Rule): string[] {
  return [
    `### ${rule.title}`,
    bullets(rule.words),
    bullets(labelled(rule).map(([label, value]) => `**${label}:** ${value}`)),
    ...(rule.tables ?? []).map(tableText),
  ];
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function tableText({ caption, headers, rows }: Table): string {
  const cells = [headers, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = headers.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${widths.map((width, i) => (row[i] ?? '').padEnd(width)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  const rule = widths.map((width) => '-'.repeat(width));
  return [`${caption}:`, '', line(head), line(rule), ...body.map(line)].join('\n');
}
