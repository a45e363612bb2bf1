import type { RejectionReason } from '../record.ts';
import type { State } from '../states.ts';

// Field definitions for commands. The API, the command line and the website's forms are generated from them.

interface FieldTypes {
  day: object;
  /** `HH:MM`. */
  time: object;
  text: { readonly max: number };
  /** The values and their labels. `states` limits the states in which a value can be chosen. */
  choice: {
    readonly names: Readonly<Record<string, string>>;
    readonly states?: Readonly<Record<string, readonly State[]>>;
  };
  /** True or absent. */
  flag: object;
  /** Yes or no, with labels for both. */
  answer: { readonly yes: string; readonly no: string };
  cents: object;
  /** A defendant, by index in the parties. */
  index: object;
  /** The court's reasons for returning a filing. `names` holds the labels of their codes. */
  reasons: { readonly names: Readonly<Record<string, string>> };
}

/**
 * A condition on other fields of the command, or on fields of the case entry that it is about: the values that each may
 * have.
 */
type Condition = Readonly<Record<string, readonly (string | boolean)[]>>;

/** A command's field, as users fill it in. `label` is for forms, and `description` for the API. */
export type Field = {
  [T in keyof FieldTypes]: { readonly type: T } & FieldTypes[T];
}[keyof FieldTypes] & {
  readonly label: string;
  readonly description: string;
  readonly isOptional?: true;
  /** The field is allowed only under this condition. */
  readonly when?: Condition;
  /** The field is required under the condition in `when`. */
  readonly isNeeded?: true;
};

export type Fields = Readonly<Record<string, Field>>;

export type ValueOf<F extends Field> = F extends { readonly type: 'reasons' }
  ? RejectionReason[]
  : F extends { readonly names: Readonly<Record<infer T, string>> }
    ? T
    : F extends { readonly type: 'flag' | 'answer' }
      ? boolean
      : F extends { readonly type: 'cents' | 'index' }
        ? number
        : string;

type OptionalIn<F extends Fields> = { [K in keyof F]: F[K] extends { readonly isOptional: true } ? K : never }[keyof F];

export type Values<F extends Fields> = { [K in Exclude<keyof F, OptionalIn<F>>]: ValueOf<F[K]> } & {
  [K in OptionalIn<F>]?: ValueOf<F[K]>;
};

export const day = (label: string, description: string) => ({ type: 'day', label, description }) as const;
export const time = (label: string, description: string) => ({ type: 'time', label, description }) as const;
export const text = (label: string, max: number, description: string) =>
  ({ type: 'text', label, max, description }) as const;
export const choice = <T extends string>(
  label: string,
  names: Readonly<Record<T, string>>,
  description: string,
  states?: Readonly<Record<T, readonly State[]>>,
) => ({ type: 'choice', label, names, description, ...(states && { states }) }) as const;
export const flag = (label: string, description: string) => ({ type: 'flag', label, description }) as const;
export const answer = (label: string, words: { yes: string; no: string }, description: string) =>
  ({ type: 'answer', label, ...words, description }) as const;
export const cents = (label: string, description: string) => ({ type: 'cents', label, description }) as const;
export const index = (label: string, description: string) => ({ type: 'index', label, description }) as const;
export const reasons = (label: string, names: Readonly<Record<string, string>>, description: string) =>
  ({ type: 'reasons', label, names, description }) as const;

export const optional = <const F extends Field>(field: F) => ({ ...field, isOptional: true }) as const;
/** Makes a field optional under a condition. Otherwise it isn't allowed. */
export const optionalWhen = <const F extends Field>(when: Condition, field: F) =>
  ({ ...optional(field), when }) as const;
/** Makes a field required under a condition. Otherwise it isn't allowed. */
export const neededWhen = <const F extends Field>(when: Condition, field: F) =>
  ({ ...optionalWhen(when, field), isNeeded: true }) as const;

/** The field for the reason for a correction. */
export const why = text('Reason', 1000, 'Kept in the audit trail. Customers never see it.');
/** The field for the law that sets a deadline. */
export const citedLaw = text('Citation', 200, 'The law, order or agreement that sets the deadline.');
