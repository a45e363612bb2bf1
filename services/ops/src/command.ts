import type { Environment } from '@evict/config';
import type { validate } from '@evict/contract';
import type { Context } from './context.ts';

type Schema = Parameters<typeof validate>[0];

/** One value of a command. */
export interface Field {
  /** Of the value when it is given; a boolean is a flag. */
  readonly schema: Schema;
  /** The placeholder of the value in the help, for example `DATE`. */
  readonly value?: string;
  readonly help: string;
  /** Converts the text for the schema, if that is not a text. */
  readonly read?: (text: string) => unknown;
  /** May be repeated; the schema is that of the list. */
  readonly isList?: true;
  readonly isOptional?: true;
  /** Given by its position, in the order of the fields. */
  readonly isArgument?: true;
}

/** By the names that commander gives their options: `caseNumber` is `--case-number`. */
export type Fields = Readonly<Record<string, Field>>;
/** What a command gets. */
export type Input<F extends Fields> = {
  [K in keyof F]: F[K]['schema']['__outputType'] | (F[K] extends { isOptional: true } ? undefined : never);
};

/** The result of a command, for programs; for people a line for each of its values, or a text. */
export interface Result {
  json: object;
  text?: string;
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
  readonly fields: F;
  /** Faults of combinations of values. Values with faults of their own are left out of the input. */
  readonly check?: (input: Partial<Input<F>>, faulty: ReadonlySet<string>) => string[];
}

interface OnlineDefinition<F extends Fields> extends Described<F> {
  /** Absent for a command that only reads. */
  readonly writes?: (input: Input<F>) => Write;
  /** Temporal is reached before anything is written. */
  readonly needsTemporal?: true;
  /** Nobody has to be known yet. */
  readonly takesAnybody?: true;
  readonly run: (context: Context, input: Input<F>) => Promise<Result>;
}

/** Needs no database and no Temporal: what it prints is part of the program. */
interface OfflineDefinition<F extends Fields> extends Described<F> {
  readonly print: (input: Input<F>) => Result;
}

/** Run by a deployment for itself, as the owner of the database: nobody is asked for a name, and none is recorded. */
interface DeploymentDefinition<F extends Fields> extends Described<F> {
  readonly deploy: (environment: () => Promise<Environment>, input: Input<F>) => Promise<Result>;
}

export type OnlineCommand = OnlineDefinition<Fields>;
/** A command, whatever it takes. */
export type OpsCommand = OnlineCommand | OfflineDefinition<Fields> | DeploymentDefinition<Fields>;
export type Group = { readonly summary: string; readonly commands: Readonly<Record<string, OpsCommand>> };

/** Types a command's functions by its fields; the program ensures that the input matches. */
export function command<const F extends Fields>(
  definition: OnlineDefinition<F> | OfflineDefinition<F> | DeploymentDefinition<F>,
): OpsCommand {
  return definition as unknown as OpsCommand;
}
