import { exactText, remark } from './exact-text.ts';
import type { Block, Column, TableBlock } from './layout/blocks.ts';
import { longDate, money } from './wording.ts';

/** Statements in place of a fact, or of a list. */
export const notGiven = remark('not given');
export const none = remark('none');

export function heading(text: string): Block {
  return { kind: 'heading', text };
}

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}

export function quote(text: string | undefined): Block {
  return { kind: 'paragraph', text: shown(text), indent: true };
}

export function field(label: string, value: string): Block {
  return { kind: 'field', label, values: [value] };
}

export function listed(columns: readonly Column[], rows: TableBlock['rows']): Block[] {
  return [rows.length > 0 ? tableOf(columns, rows) : paragraph(none)];
}

export function tableOf(columns: readonly Column[], rows: TableBlock['rows']): TableBlock {
  return { kind: 'table', columns, rows, totals: [] };
}

export function shown(text: string | undefined): string {
  if (text === undefined) return notGiven;
  return text === '' ? remark('empty') : exactText(text);
}

export function shownDate(date: string | undefined): string {
  return date === undefined ? notGiven : longDate(date);
}

export function shownMoney(cents: number | undefined): string {
  return cents === undefined ? notGiven : money(cents);
}

export function yesOrNo(answer: boolean): string {
  return answer ? 'Yes' : 'No';
}
