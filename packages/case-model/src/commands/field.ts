import type { RejectionReason } from '../record.ts';

// Fields of commands, from which the interface and the command line are made.

interface FieldTypes {
  /** A calendar day. */
  day: object;
  text: { readonly max: number };
  choice: { readonly of: readonly string[] };
  flag: object;
  cents: object;
  /** Of a party. */
  index: object;
  /** Of the court. */
  reasons: object;
}

/** A field of a command, as people give it. */
export type Field = {
  [T in keyof FieldTypes]: { readonly type: T } & FieldTypes[T];
}[keyof FieldTypes] & { readonly description?: string; readonly isOptional?: true };

export type Fields = Readonly<Record<string, Field>>;

/** What a field has when it is given. */
export type ValueOf<F extends Field> = F extends { readonly of: readonly (infer T)[] }
  ? T
  : F extends { readonly type: 'flag' }
    ? boolean
    : F extends { readonly type: 'cents' | 'index' }
      ? number
      : F extends { readonly type: 'reasons' }
        ? RejectionReason[]
        : string;

type OptionalIn<F extends Fields> = { [K in keyof F]: F[K] extends { readonly isOptional: true } ? K : never }[keyof F];

/** The values of fields. */
export type Values<F extends Fields> = { [K in Exclude<keyof F, OptionalIn<F>>]: ValueOf<F[K]> } & {
  [K in OptionalIn<F>]?: ValueOf<F[K]>;
};

const described = (description: string | undefined) => (description === undefined ? {} : { description });

export const day = (description?: string) => ({ type: 'day', ...described(description) }) as const;
export const text = (max: number, description?: string) => ({ type: 'text', max, ...described(description) }) as const;
export const choice = <const T extends readonly string[]>(of: T, description?: string) =>
  ({ type: 'choice', of, ...described(description) }) as const;
export const flag = (description?: string) => ({ type: 'flag', ...described(description) }) as const;
export const cents = (description?: string) => ({ type: 'cents', ...described(description) }) as const;
export const index = (description?: string) => ({ type: 'index', ...described(description) }) as const;
export const reasons = (description?: string) => ({ type: 'reasons', ...described(description) }) as const;

/** The same field, which may be left out. */
export const optional = <const F extends Field>(field: F) => ({ ...field, isOptional: true }) as const;

/** Why something is corrected. */
export const why = text(1000, 'Kept in the audit trail. Customers never see it.');
export const citation = text(200, 'The law, order or agreement that sets it.');
