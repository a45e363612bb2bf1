import { type IdKind, idPrefixes } from '@evict/case-model';
import { email, idPattern } from '@evict/contract';
import { cents, day, flag, integer, list, oneOf, patternText, strictObject, text } from '@evict/contract/fields';
import { usPack } from '@evict/jurisdictions';
import type { Field } from './command.ts';

// Fields of more than one command.

/** The same field, as optional. */
export function optional<F extends Field>(field: F): F & { isOptional: true } {
  return { ...field, isOptional: true };
}

/** The same field, given by its position. */
export function argument<F extends Field>(field: F): F & { isArgument: true } {
  return { ...field, isArgument: true };
}

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

export function patternField(value: string, help: string, [pattern, message]: readonly [RegExp, string]) {
  return { schema: patternText(pattern, message), value, help };
}

const whyHelp = 'why, for the audit trail; customers never see it';
export const reasonField = optional(textField('TEXT', whyHelp, 5000));
/** The reason of a correction is part of the history. */
export const correctionReason = textField('TEXT', whyHelp, 1000);

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
  return { schema: cents(), value: 'CENTS', help, read: numberIn };
}

export function flagField(help: string) {
  return optional({ schema: flag(), help });
}

const stateCodes = usPack.states.map(({ code }) => code);

/** US states separated by commas; empty for none. */
export function statesField(help: string) {
  const read = (value: string) => (value.trim() === '' ? [] : value.split(',').map((one) => one.trim().toUpperCase()));
  return { schema: list(oneOf(stateCodes), { max: stateCodes.length }), value: 'A,B', help, read };
}

/** The bar number in one state; given once for each. */
export const barNumbersField = optional({
  schema: list(strictObject({ state: oneOf(stateCodes), barNumber: text({ min: 1, max: 60 }) }), {
    max: stateCodes.length,
  }),
  value: 'STATE:NUMBER',
  help: 'the bar number in one of these states; without it the number on record, or else that of the attorney',
  isList: true,
  read(given: string) {
    const [state, barNumber] = splitAtColon(given);
    return { state: state.toUpperCase(), barNumber };
  },
} as const);

/** The largest number of rows. */
export const limitField = optional({
  schema: integer({ min: 1, max: 1000 }),
  value: 'COUNT',
  help: 'at most so many, 1 to 1000 (50)',
  read: numberIn,
});
export const usualLimit = 50;

/** The option of a field: `--case-number` for `caseNumber`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The text before the first colon, and that behind it. */
export function splitAtColon(given: string): [string, string] {
  const [before = '', ...rest] = given.split(':');
  return [before.trim(), rest.join(':').trim()];
}

/** Digits alone: `Number` would take an empty text, and hexadecimal ones. */
function numberIn(value: string): number {
  return /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
}
