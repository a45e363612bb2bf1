import { exactText, remark } from './exact-text.ts';
import { type Block, type Columns, field, heading, paragraph, type Row, table } from './layout/blocks.ts';
import { longDate, money } from './wording.ts';

/** Printed in place of a missing fact or an empty list. */
export const notGiven = remark('not given');
export const none = remark('none');

/** Returns a heading with the labeled fields under it, or `not given` if `fields` is undefined. */
export function section(title: string, fields: Readonly<Record<string, string>> | undefined): Block[] {
  return [heading(title), ...(fields ? fieldsOf(fields) : [paragraph(notGiven)])];
}

export function fieldsOf(fields: Readonly<Record<string, string>>): Block[] {
  return Object.entries(fields).map(([label, value]) => field(label, value));
}

export function quote(text: string | undefined): Block {
  return paragraph(shown(text), { indented: true });
}

/** Returns a table, or `none` if there are no rows. */
export function listed(columns: Columns, rows: readonly Row[]): Block {
  return rows.length > 0 ? table(columns, rows) : paragraph(none);
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

export function yesOrNo(answer: boolean | undefined): string {
  if (answer === undefined) return notGiven;
  return answer ? 'Yes' : 'No';
}
