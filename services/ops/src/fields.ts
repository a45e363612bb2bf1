import { type IdKind, idPrefixes } from '@evict/case-model';
import { email, idPattern } from '@evict/contract';
import { cents, day, flag, integer, list, oneOf, patternText, strictObject, text } from '@evict/contract/fields';
import { usPack } from '@evict/jurisdictions';
import type { Field } from './definition.ts';

// Fields of more than one command.

/** An id of that kind. */
export function idField(kind: IdKind, value: string, help: string) {
  const schema = patternText(new RegExp(idPattern(kind), 'u'), `Must be an id like ${idPrefixes[kind]}_….`);
  return { schema, value, help };
}

export const caseField = idField('case', 'CASE_ID', 'the case');
export const attorneyField = idField('user', 'ATTORNEY_ID', 'the attorney');

/** Text of an operator, kept out of Temporal and of every log. */
export function textField(value: string, help: string, max: number) {
  return { schema: text({ min: 1, max }), value, help };
}

export const reasonField = optional(textField('TEXT', 'why, for the audit trail; customers never see it', 5000));

/** The reason of a correction is part of the history. */
export const correctionReason = textField('TEXT', 'why, for the audit trail; customers never see it', 1000);

/** On whose word an operator records something. */
export const sourceField = optional(
  wordField(['attorney', 'court', 'customer', 'operator'], 'on whose word, for the audit trail'),
);

export const emailField = { schema: email(), value: 'E', help: 'the address, which no other user has' };

export function wordField<const T extends string>(words: readonly T[], help: string) {
  return { schema: oneOf(words), value: words.join('|'), help };
}

export function dayField(help: string) {
  return { schema: day(), value: 'DATE', help };
}

/** An amount in US cents. */
export function centsField(help: string) {
  const read = (value: string) => (/^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN);
  return { schema: cents(), value: 'CENTS', help, read };
}

export function flagField(help: string) {
  return { schema: flag().optional(), help };
}

const stateCodes = usPack.states.map(({ code }) => code);

/** US states separated by commas; empty for none. */
export function statesField(help: string) {
  const read = (value: string) => (value.trim() === '' ? [] : value.split(',').map((one) => one.trim().toUpperCase()));
  return { schema: list(oneOf(stateCodes), { max: stateCodes.length }), value: 'A,B', help, read };
}

export interface StateNumber {
  state: string;
  barNumber: string;
}

/** The bar number in one state; given once for each. */
export const barNumbersField = {
  schema: list(strictObject({ state: oneOf(stateCodes), barNumber: text({ min: 1, max: 60 }) }), {
    max: stateCodes.length,
  }),
  value: 'STATE:NUMBER',
  help: 'the bar number in one of these states; without it the number on record, or else that of the attorney',
  many: true,
  read(given: string) {
    const [state = '', ...rest] = given.split(':');
    return { state: state.trim().toUpperCase(), barNumber: rest.join(':').trim() };
  },
} as const;

/** The largest number of rows. */
export const limitField = {
  schema: integer({ min: 1, max: 1000 }).optional(),
  value: 'COUNT',
  help: 'at most so many, 1 to 1000 (50)',
  read: (value: string) => (/^\d{1,9}$/.test(value) ? Number(value) : NaN),
};
export const usualLimit = 50;

/** The same field, as optional. */
export function optional<F extends Field>(field: F): F & { optional: true } {
  return { ...field, schema: field.schema.optional(), optional: true };
}
