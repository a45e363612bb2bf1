import type { Environment } from '@evict/config';
import type { validate } from '@evict/contract';
import type { Context } from './context.ts';

type Schema = Parameters<typeof validate>[0];

/** An option or an argument of a command. */
export interface Field {
  /** Validates the value, if there is one. A field with a boolean schema is a flag. */
  readonly schema: Schema;
  /** The placeholder for the value in the help, for example `DATE`. */
  readonly value?: string;
  readonly help: string;
  /** Converts the string from the command line before it is validated. Absent if the schema takes a string. */
  readonly read?: (text: string) => unknown;
  /** The option may be repeated. The schema validates the list of its values. */
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

/** The result of a command. With `--json`, `json` is printed. Otherwise `text` is, or one line per value of `json`. */
export interface Result {
  json: object;
  text?: string;
  /** The id of what was created or changed, if it isn't in the input. */
  subject?: string;
}

/** What is recorded before a command writes anything. Contains no tenant data. */
interface Write {
  subject: string | null;
  detail?: Record<string, unknown>;
}

interface Described<F extends Fields> {
  readonly summary: string;
  /** An example of the command with its arguments, without the group's name. */
  readonly example: string;
  readonly fields: F;
  /**
   * Returns the faults of values that are valid by themselves but not in combination. Values that are invalid by
   * themselves are missing from the input, and `faulty` contains their names.
   */
  readonly check?: (input: Partial<Input<F>>, faulty: ReadonlySet<string>) => string[];
}

interface OnlineDefinition<F extends Fields> extends Described<F> {
  /** Absent for a command that only reads. */
  readonly writes?: (input: Input<F>) => Write;
  /** The command connects to Temporal before it writes anything. */
  readonly needsTemporal?: true;
  /** The command runs without proof of the operator's identity. */
  readonly takesAnybody?: true;
  readonly run: (context: Context, input: Input<F>) => Promise<Result>;
}

/** A command that needs no database and no Temporal, because it prints something that is part of the program. */
interface OfflineDefinition<F extends Fields> extends Described<F> {
  readonly print: (input: Input<F>) => Result;
}

/** A command that a deployment runs as the database's owner. It needs no operator, and records none. */
interface DeploymentDefinition<F extends Fields> extends Described<F> {
  readonly deploy: (environment: () => Promise<Environment>, input: Input<F>) => Promise<Result>;
}

export type OnlineCommand = OnlineDefinition<Fields>;
export type OpsCommand = OnlineCommand | OfflineDefinition<Fields> | DeploymentDefinition<Fields>;
export type Group = { readonly summary: string; readonly commands: Readonly<Record<string, OpsCommand>> };

/** Types a command's functions by its fields. The cast is safe, because the program validates the input. */
export function command<const F extends Fields>(
  definition: OnlineDefinition<F> | OfflineDefinition<F> | DeploymentDefinition<F>,
): OpsCommand {
  return definition as unknown as OpsCommand;
}
