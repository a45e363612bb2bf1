import type { IdKind } from '../ids.ts';
import type { CaseRecord } from '../record.ts';
import type { State } from '../states.ts';
import type { Decision, Turn } from '../turn.ts';
import type { JudgmentOutcome } from '../vocabulary.ts';
import type { Fields, Values } from './field.ts';
import type { Known, Material, Need } from './needs.ts';

/** The possible authors of a command. */
export const authors = ['customer', 'attorney', 'operator', 'platform'] as const;
export type Author = (typeof authors)[number];

/** The definition of one command. Each command has its own file. */
export interface CommandDefinition<C extends { readonly kind: string }> {
  /** Who may send the command. The database enforces this. Empty for commands that fall due by themselves. */
  readonly authors: readonly Author[];
  /** What the command does, in words for users. */
  readonly description: string;
  /**
   * The fields that users fill in, by API name. API schemas and CLI options are generated from them. Absent if the
   * command isn't built from field values.
   */
  readonly fields?: Fields;
  /** Field values for the generated examples. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** The attorney API endpoint for the command. */
  readonly route?: CommandRoute;
  /** The states in which the command may be possible. Its form is offered only in these. */
  readonly states?: readonly State[];
  /** The command's forms. By default, one form with all fields. */
  readonly forms?: readonly CommandForm[];
  /** The field with the id of the command's subject, such as a filing. In the API, this id is part of the path. */
  readonly target?: Target;
  /** What the command corrects. Its form is prefilled with the recorded values, and offered only if there are some. */
  readonly corrects?: 'hearing' | 'judgment';
  /** The list whose pending entry this command completes. The form is prefilled from that entry. */
  readonly continues?: 'serviceAttempts' | 'filings';
  /** Validates the body beyond its types, and returns the faults that can be detected in this context. */
  readonly faults?: (body: C, context: FaultContext) => readonly (Fault | false | undefined)[];
  /** What the decision needs besides the case. It is looked up beforehand. */
  readonly needs?: readonly Need[];
  /** What the worker uses to prepare more fields of the command before the decision. */
  readonly preparedFrom?: readonly Material[];
  readonly decide: (turn: Turn, command: C) => Decision;
}

/** An endpoint of the attorney API. */
export interface CommandRoute {
  readonly operationId: string;
  /** The title of the endpoint, and of its form if it has one. */
  readonly title: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** The path below the path of the case. */
  readonly path: `/${string}`;
  /** The schema name of the request body. Absent if the command has no fields. */
  readonly schema?: string;
  /** Further details for API callers. */
  readonly description: string;
}

/** A form on the website with which attorneys send a command. */
export interface CommandForm {
  readonly title: string;
  readonly description?: string;
  /** The form's fields, by their names in the request body. */
  readonly fields: Fields;
  /** Values that the form sets without asking. */
  readonly given?: Readonly<Record<string, unknown>>;
  readonly states: readonly State[];
  /** The form is offered only for an entry with this status. */
  readonly ofStatus?: string;
  /** The form is offered only after a judgment with this outcome. */
  readonly ofOutcome?: JudgmentOutcome;
  /** The form isn't offered while a withdrawal awaits confirmation. */
  readonly unlessWithdrawing?: true;
  /** More fields of the form. Once the command is accepted, the form sends them with a second command. */
  readonly details?: {
    readonly kind: 'correct_hearing' | 'correct_judgment';
    readonly names: readonly string[];
    /** The names of the fields that the form requires. */
    readonly needed?: readonly string[];
  };
}

/** The kinds of case entries that a command can be about, keyed by the field with the entry's id. */
export const targets = {
  attemptId: 'serviceAttempt',
  deadlineId: 'deadline',
  filingId: 'filing',
} as const satisfies Record<string, IdKind>;
export type Target = keyof typeof targets;

/**
 * Adds `read`, which converts the entered values to the command's body. Required only if the names or types of the two
 * differ.
 */
type Reading<C, F extends Fields> = [F] extends [never]
  ? { readonly read?: undefined; readonly example?: undefined }
  : { readonly example: NoInfer<Values<F>> } & (Values<F> extends Omit<C, 'kind' | Target>
      ? { readonly read?: undefined }
      : { readonly read: (given: Values<F>) => Omit<C, 'kind' | Target> });

/**
 * Defines a command and preserves the exact types of its authors, fields and route. `decide` can read only the
 * looked-up values that the command lists in `needs`.
 */
export function defineCommand<C extends { readonly kind: string }>() {
  return <
    const A extends readonly Author[],
    const F extends Fields = never,
    const R extends CommandRoute = never,
    const N extends Need = never,
  >(
    definition: Omit<CommandDefinition<C>, 'decide'> & {
      readonly authors: A;
      readonly fields?: F;
      readonly route?: R;
      readonly target?: keyof C & Target;
      readonly needs?: readonly N[];
      readonly decide: Deciding<C, N>;
    } & Reading<C, F>,
  ) =>
    definition as Omit<CommandDefinition<C>, 'authors' | 'fields' | 'route' | 'decide'> & {
      readonly authors: A;
      readonly fields: F;
      readonly route: R;
      readonly decide: Deciding<C, N>;
    };
}

type Deciding<C, N extends Need> = (turn: Turn, command: C & Pick<Known, N>) => Decision;

/** The context in which a body is validated. */
export interface FaultContext {
  /** The current time on the case's clock, in epoch milliseconds. */
  readonly now: number;
  /** When the case was created, in epoch milliseconds. */
  readonly createdAt?: number;
  readonly record?: CaseRecord;
}

/** A validation error in one field of a body, or in the body as a whole. */
export interface Fault {
  /** The field's API name. Empty for a fault in the whole body. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly anyOf?: readonly string[];
}
