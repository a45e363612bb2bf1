import type { validate } from '@evict/contract';
import type { Context } from './context.ts';

type Schema = Parameters<typeof validate>[0];

/** One value that a command takes. */
export interface Field<S extends Schema = Schema> {
  /** A flag where it is a boolean; may be left out where it is optional. */
  readonly schema: S;
  /** What stands for the value in the help, for example `DATE`. */
  readonly value?: string;
  readonly help: string;
  /** Makes of the text what the schema is about, where that is no text. */
  readonly read?: (text: string) => unknown;
  /** May be given more than once; the schema is that of the list. */
  readonly many?: true;
  /** For the compiler: the schema says it when it runs. */
  readonly optional?: true;
}

export type Fields = Readonly<Record<string, Field>>;
type Input<F extends Fields> = {
  [K in keyof F]: F[K]['schema']['__outputType'] | (F[K] extends { optional: true } ? undefined : never);
};

/** What a command has done or found: exact JSON for programs, short text for people. */
export interface Result {
  json: unknown;
  text: string;
  /** The id of what was made or changed, where the input does not name it. */
  subject?: string;
}

/** What is recorded of a write before it is done: nothing that tells of a tenant. */
interface Write {
  subject: string | null;
  detail?: Record<string, unknown>;
}

export interface Definition<F extends Fields> {
  readonly summary: string;
  /** What follows the name of the group. */
  readonly example: string;
  /** The fields that are given by their place, in order. */
  readonly places?: readonly (keyof F & string)[];
  readonly fields: F;
  /** Faults of values that do not go together. Values that have faults of their own are left out of the input. */
  readonly check?: (input: Partial<Input<F>>) => string[];
  /** Absent for a command that only reads. */
  readonly writes?: (input: Input<F>) => Write;
  /** Temporal is asked for before anything is written. */
  readonly needsTemporal?: true;
  readonly run: (context: Context, input: Input<F>) => Promise<Result>;
}

/** A command of the table, whatever it takes. */
export type Command = Definition<Fields>;
export type Group = { readonly summary: string; readonly commands: Readonly<Record<string, Command>> };

/** Holds a command's functions against its fields; the parser sees to it that the input is what they say. */
export function command<const F extends Fields>(definition: Definition<F>): Command {
  return definition as unknown as Command;
}

export function isFlag({ schema }: Field): boolean {
  return schema.type === 'boolean';
}

export function isOptional({ schema }: Field): boolean {
  return schema.spec.optional;
}
