import { type IdKind, idPrefixes } from '@evict/case-model';
import { email, idPattern } from '@evict/contract';
import { cents, day, flag, integer, list, oneOf, patternText, strictObject, text } from '@evict/contract/fields';
import { usPack } from '@evict/jurisdictions';
import type { Field } from './command.ts';

// Fields that several commands use.

export function optional<F extends Field>(field: F): F & { isOptional: true } {
  return { ...field, isOptional: true };
}

/** Makes the field an argument that is given by position. */
export function argument<F extends Field>(field: F): F & { isArgument: true } {
  return { ...field, isArgument: true };
}

export function idField(kind: IdKind, value: string, help: string) {
  const schema = patternText(new RegExp(idPattern(kind), 'u'), `Must be an id like ${idPrefixes[kind]}_….`);
  return { schema, value, help };
}

export const caseField = idField('case', 'CASE_ID', 'the case');
export const attorneyField = idField('user', 'ATTORNEY_ID', 'the attorney');

/** Creates a field for an operator's free text, which is never sent to Temporal or logged. */
export function textField(value: string, help: string, max: number) {
  return { schema: text({ min: 1, max }), value, help };
}

export function patternField(value: string, help: string, [pattern, message]: readonly [RegExp, string]) {
  return { schema: patternText(pattern, message), value, help };
}

const whyHelp = 'why, for the audit trail; customers never see it';
export const reasonField = optional(textField('TEXT', whyHelp, 5000));
/** The reason for a correction, which becomes part of the history. */
export const correctionReason = textField('TEXT', whyHelp, 1000);

/** The person or office on whose word an operator records something. */
export const sourceField = optional(
  wordField(['attorney', 'court', 'customer', 'operator'], 'who reported this, for the audit trail'),
);

export const emailField = { schema: email(), value: 'E', help: 'the email address, which no other user may have' };

export function wordField<const T extends string>(words: readonly T[], help: string) {
  return { schema: oneOf(words), value: words.join('|'), help };
}

export function dayField(help: string) {
  return { schema: day(), value: 'DATE', help };
}

/** Creates a field for an amount in US cents. */
export function centsField(help: string) {
  return { schema: cents(), value: 'CENTS', help, read: numberIn };
}

export function flagField(help: string) {
  return optional({ schema: flag(), help });
}

const stateCodes = usPack.states.map(({ code }) => code);

/** Creates a field for US states separated by commas. An empty string means none. */
export function statesField(help: string) {
  const read = (value: string) => (value.trim() === '' ? [] : value.split(',').map((one) => one.trim().toUpperCase()));
  return { schema: list(oneOf(stateCodes), { max: stateCodes.length }), value: 'A,B', help, read };
}

/** A bar number in one state. The option is given once per state. */
export const barNumbersField = optional({
  schema: list(strictObject({ state: oneOf(stateCodes), barNumber: text({ min: 1, max: 60 }) }), {
    max: stateCodes.length,
  }),
  value: 'STATE:NUMBER',
  help: "the bar number in one of these states (default: the recorded one, or else the attorney's general one)",
  isList: true,
  read(given: string) {
    const [state, barNumber] = splitAtColon(given);
    return { state: state.toUpperCase(), barNumber };
  },
} as const);

export const limitField = optional({
  schema: integer({ min: 1, max: 1000 }),
  value: 'COUNT',
  help: 'the maximum number of rows, 1 to 1000 (default: 50)',
  read: numberIn,
});
export const usualLimit = 50;

/** Returns the command-line option for a field: `--case-number` for `caseNumber`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Splits a string at its first colon, and trims both parts. */
export function splitAtColon(given: string): [string, string] {
  const [before = '', ...rest] = given.split(':');
  return [before.trim(), rest.join(':').trim()];
}

/**
 * Parses a decimal number, and returns NaN for anything else. `Number` would also accept an empty string and
 * hexadecimal.
 */
function numberIn(value: string): number {
  return /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
}
