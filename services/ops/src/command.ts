import type { Environment } from '@evict/config';
import type { validate } from '@evict/contract';
import type { Context } from './context.ts';

type Schema = Parameters<typeof validate>[0];

/** One value of a command. */
export interface Field {
  /** The schema of the value, if it is given. A boolean is a flag. */
  readonly schema: Schema;
  /** The placeholder of the value in the help, for example `DATE`. */
  readonly value?: string;
  readonly help: string;
  /** Converts the text for the schema. Absent if the schema is a text. */
  readonly read?: (text: string) => unknown;
  /** The option may be repeated, and the schema is that of the list. */
  readonly isList?: true;
  readonly isOptional?: true;
  /** The value is given by position, in the order of the fields. */
  readonly isArgument?: true;
}

/** The fields by the names that commander gives their options: `caseNumber` is `--case-number`. */
export type Fields = Readonly<Record<string, Field>>;
/** The validated values that a command receives. */
export type Input<F extends Fields> = {
  [K in keyof F]: F[K]['schema']['__outputType'] | (F[K] extends { isOptional: true } ? undefined : never);
};

/** The result of a command. Programs get JSON. People get the text, or else one line per value. */
export interface Result {
  json: object;
  text?: string;
  /** The id of what was created or changed, if the input does not name it. */
  subject?: string;
}

/** The record of a write, made before the write. It contains no tenant data. */
interface Write {
  subject: string | null;
  detail?: Record<string, unknown>;
}

interface Described<F extends Fields> {
  readonly summary: string;
  /** The example, without the name of the group. */
  readonly example: string;
  readonly fields: F;
  /** Returns the faults of combinations of values. Values with faults of their own are missing from the input. */
  readonly check?: (input: Partial<Input<F>>, faulty: ReadonlySet<string>) => string[];
}

interface OnlineDefinition<F extends Fields> extends Described<F> {
  /** Absent for a command that only reads. */
  readonly writes?: (input: Input<F>) => Write;
  /** The command connects to Temporal before it writes anything. */
  readonly needsTemporal?: true;
  /** The command runs before the operator's identity is known. */
  readonly takesAnybody?: true;
  readonly run: (context: Context, input: Input<F>) => Promise<Result>;
}

/** A command without a database or Temporal, which prints something that is part of the program. */
interface OfflineDefinition<F extends Fields> extends Described<F> {
  readonly print: (input: Input<F>) => Result;
}

/** A command that a deployment runs as the owner of the database. No operator is asked for or recorded. */
interface DeploymentDefinition<F extends Fields> extends Described<F> {
  readonly deploy: (environment: () => Promise<Environment>, input: Input<F>) => Promise<Result>;
}

export type OnlineCommand = OnlineDefinition<Fields>;
/** A command of any kind. */
export type OpsCommand = OnlineCommand | OfflineDefinition<Fields> | DeploymentDefinition<Fields>;
export type Group = { readonly summary: string; readonly commands: Readonly<Record<string, OpsCommand>> };

/** Types a command's functions by its fields; the program ensures that the input matches. */
export function command<const F extends Fields>(
  definition: OnlineDefinition<F> | OfflineDefinition<F> | DeploymentDefinition<F>,
): OpsCommand {
  return definition as unknown as OpsCommand;
}
