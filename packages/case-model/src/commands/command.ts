import type { IdKind } from '../ids.ts';
import type { CaseRecord } from '../record.ts';
import type { State } from '../states.ts';
import type { Decision, Turn } from '../turn.ts';
import type { JudgmentOutcome } from '../vocabulary.ts';
import type { Fields, Values } from './field.ts';
import type { Known, Material, Need } from './needs.ts';

/** Who can write a command. */
export const authors = ['customer', 'attorney', 'operator', 'platform'] as const;
export type Author = (typeof authors)[number];

/** Everything about one command. Each command has a file of its own. */
export interface CommandDefinition<C extends { readonly kind: string }> {
  /** Who may write it; the database refuses anybody else. Commands that fall due by themselves have no author. */
  readonly authors: readonly Author[];
  /** What the command does, for people. */
  readonly description: string;
  /** What people enter, by the names of the interface. Absent if nothing is generated from it. */
  readonly fields?: Fields;
  /** The values in all generated examples. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** The endpoint with which attorneys send it. */
  readonly route?: CommandRoute;
  /** The states in which it can be possible, so that its form is offered. */
  readonly states?: readonly State[];
  /** Its forms. The default is one form with all fields. */
  readonly forms?: readonly CommandForm[];
  /** The field with the id of its subject, which the interface has in the path. */
  readonly target?: Target;
  /** What it corrects. Its form starts with the recorded values, and is offered if the case has them. */
  readonly corrects?: 'hearing' | 'judgment';
  /** The list whose pending entry this command completes. Its form is prefilled from that entry. */
  readonly continues?: 'serviceAttempts' | 'filings';
  /** What can be wrong with its body apart from the shape, as far as the context shows. */
  readonly faults?: (body: C, context: FaultContext) => readonly (Fault | false | undefined)[];
  /** What its decision needs to know apart from the case. */
  readonly needs?: readonly Need[];
  /** What the worker prepares further fields from, before the decision. */
  readonly preparedFrom?: readonly Material[];
  readonly decide: (turn: Turn, command: C) => Decision;
}

/** An endpoint of the attorney's interface. */
export interface CommandRoute {
  readonly operationId: string;
  /** The name of the endpoint, and of its form if there is one. */
  readonly title: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** The path after that of the case. */
  readonly path: `/${string}`;
  /** The name of its body's schema. Absent without fields. */
  readonly schema?: string;
  /** What else callers need to know. */
  readonly description: string;
}

/** A form of the website. */
export interface CommandForm {
  readonly title: string;
  readonly description?: string;
  /** Its fields, by their names in the body. */
  readonly fields: Fields;
  /** The values that the form sets itself. */
  readonly given?: Readonly<Record<string, unknown>>;
  readonly states: readonly State[];
  /** Offered only for an entry with this status. */
  readonly ofStatus?: string;
  /** Offered only after a judgment with this outcome. */
  readonly ofOutcome?: JudgmentOutcome;
  /** Not offered while a withdrawal waits for its confirmation. */
  readonly unlessWithdrawing?: true;
  /** Further fields of the form, which it sends with a second command once this one was accepted. */
  readonly details?: {
    readonly kind: 'correct_hearing' | 'correct_judgment';
    readonly names: readonly string[];
    /** The fields that the form requires. */
    readonly needed?: readonly string[];
  };
}

/** The subjects that a command can have within its case. */
export const targets = {
  attemptId: 'serviceAttempt',
  deadlineId: 'deadline',
  filingId: 'filing',
} as const satisfies Record<string, IdKind>;
export type Target = keyof typeof targets;

/** Converts the entered values to the body, if names or types differ. */
type Reading<C, F extends Fields> = [F] extends [never]
  ? { readonly read?: undefined; readonly example?: undefined }
  : { readonly example: NoInfer<Values<F>> } & (Values<F> extends Omit<C, 'kind' | Target>
      ? { readonly read?: undefined }
      : { readonly read: (given: Values<F>) => Omit<C, 'kind' | Target> });

/**
 * Defines a command and keeps the exact types of its authors, fields and route. Its decision gets exactly what it
 * needs.
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

/** What a body is validated against. */
export interface FaultContext {
  /** Epoch milliseconds on the case's clock. */
  readonly now: number;
  /** When the case was created, in epoch milliseconds. */
  readonly createdAt?: number;
  readonly record?: CaseRecord;
}

/** A fault of one field, by its name in the interface, or of a body that has none of several fields. */
export interface Fault {
  /** Empty for a fault of the whole body. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly anyOf?: readonly string[];
}
