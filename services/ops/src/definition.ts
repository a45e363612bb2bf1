import type { validate } from '@evict/contract';
import type { Context } from './context.ts';

type Schema = Parameters<typeof validate>[0];

/** One value of a command. */
export interface Field<S extends Schema = Schema> {
  /** A boolean is a flag; an optional value may be omitted. */
  readonly schema: S;
  /** The placeholder of the value in the help, for example `DATE`. */
  readonly value?: string;
  readonly help: string;
  /** Converts the text for the schema, if that is not a text. */
  readonly read?: (text: string) => unknown;
  /** May be repeated; the schema is that of the list. */
  readonly many?: true;
  /** Only for the compiler: at run time the schema decides. */
  readonly optional?: true;
}

export type Fields = Readonly<Record<string, Field>>;
/** What the parser gives a command. */
export type Input<F extends Fields> = {
  [K in keyof F]: F[K]['schema']['__outputType'] | (F[K] extends { optional: true } ? undefined : never);
};

/** The result of a command: exact JSON for programs, short text for people. */
export interface Result {
  json: unknown;
  text: string;
  /** The id of what was created or changed, if the input does not name it. */
  subject?: string;
}

/** The record of a write, made before it is done: no tenant data. */
interface Write {
  subject: string | null;
  detail?: Record<string, unknown>;
}

interface Described<F extends Fields> {
  readonly summary: string;
  /** The example, without the name of the group. */
  readonly example: string;
  /** Fields that are given by position, in order. */
  readonly positionals?: readonly (keyof F & string)[];
  readonly fields: F;
  /** Faults of combinations of values. Values with faults of their own are left out of the input. */
  readonly check?: (input: Partial<Input<F>>, faulty: ReadonlySet<string>) => string[];
}

interface Definition<F extends Fields> extends Described<F> {
  /** Absent for a command that only reads. */
  readonly writes?: (input: Input<F>) => Write;
  /** Temporal is reached before anything is written. */
  readonly needsTemporal?: true;
  readonly run: (context: Context, input: Input<F>) => Promise<Result>;
}

/** Needs no database and no Temporal: what it prints is part of the program. */
interface OfflineDefinition<F extends Fields> extends Described<F> {
  readonly print: (input: Input<F>) => Result;
}

/** A command of the table, whatever it takes. */
export type OnlineCommand = Definition<Fields>;
export type Command = OnlineCommand | OfflineDefinition<Fields>;
export type Group = { readonly summary: string; readonly commands: Readonly<Record<string, Command>> };

/** Types a command's functions by its fields; the parser ensures that the input matches. */
export function command<const F extends Fields>(definition: Definition<F>): Command {
  return definition as unknown as Command;
}

/** The same for a command without database and Temporal. */
export function offlineCommand<const F extends Fields>(definition: OfflineDefinition<F>): Command {
  return definition as unknown as Command;
}

export function isFlag({ schema }: Field): boolean {
  return schema.type === 'boolean';
}

export function isOptional({ schema }: Field): boolean {
  return schema.spec.optional;
}
