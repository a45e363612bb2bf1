import type { RejectionReason } from '../record.ts';
import type { State } from '../states.ts';

// Fields of commands, from which the interface, the command line and the forms of the website are made.

interface FieldTypes {
  /** A calendar day. */
  day: object;
  /** `HH:MM`. */
  time: object;
  text: { readonly max: number };
  /** Its values with their names; `states`: where a value is possible, if not everywhere. */
  choice: {
    readonly names: Readonly<Record<string, string>>;
    readonly states?: Readonly<Record<string, readonly State[]>>;
  };
  /** Nothing but yes is said. */
  flag: object;
  /** Yes or no, in words of its own. */
  answer: { readonly yes: string; readonly no: string };
  cents: object;
  /** Of a defendant, in the parties. */
  index: object;
  /** Of the court, by the names of their codes. */
  reasons: { readonly names: Readonly<Record<string, string>> };
}

/** Values of other fields, or of what the command is about. */
type Condition = Readonly<Record<string, readonly (string | boolean)[]>>;

/** A field of a command, as people give it: `label` for forms, `description` for the interface. */
export type Field = {
  [T in keyof FieldTypes]: { readonly type: T } & FieldTypes[T];
}[keyof FieldTypes] & {
  readonly label: string;
  readonly description: string;
  readonly isOptional?: true;
  /** It has a meaning only then. */
  readonly when?: Condition;
  /** Without it the command is refused then. */
  readonly isNeeded?: true;
};

export type Fields = Readonly<Record<string, Field>>;

/** What a field has when it is given. */
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

/** The values of fields. */
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

/** The same field, which may be left out. */
export const optional = <const F extends Field>(field: F) => ({ ...field, isOptional: true }) as const;
/** The same field, which may be given only then. */
export const optionalWhen = <const F extends Field>(when: Condition, field: F) =>
  ({ ...optional(field), when }) as const;
/** The same field, which must be given then, and may not be otherwise. */
export const neededWhen = <const F extends Field>(when: Condition, field: F) =>
  ({ ...optionalWhen(when, field), isNeeded: true }) as const;

/** Why something is corrected. */
export const why = text('Reason', 1000, 'Kept in the audit trail. Customers never see it.');
/** The law that sets a deadline. */
export const citedLaw = text('Citation', 200, 'The law, order or agreement that sets it.');
