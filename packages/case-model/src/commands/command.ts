import type { IdKind } from '../ids.ts';
import type { CaseRecord } from '../record.ts';
import type { State } from '../states.ts';
import type { Decision, Turn } from '../turn.ts';
import type { JudgmentOutcome } from '../vocabulary.ts';
import type { Fields, Values } from './field.ts';
import type { Known, Material, Need } from './needs.ts';

/** Who writes a command, before it is sent. */
export const authors = ['customer', 'attorney', 'operator', 'platform'] as const;
export type Author = (typeof authors)[number];

/** Everything about one command, in a file of its own. */
export interface CommandDefinition<C extends { readonly kind: string }> {
  /** Who may write it; the database refuses anybody else. Nobody writes what falls due by itself. */
  readonly authors: readonly Author[];
  /** What it does, for people. */
  readonly description: string;
  /** What people give, by the names of the interface; absent where no surface is made from it. */
  readonly fields?: Fields;
  /** What is given in the examples of every surface. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** The endpoint by which attorneys send it. */
  readonly route?: CommandRoute;
  /** The states in which it can be possible: where its form is offered. */
  readonly states?: readonly State[];
  /** Its forms, where they are not one with every field. */
  readonly forms?: readonly CommandForm[];
  /** The field with the id of what it is about, which the interface has in the path. */
  readonly target?: Target;
  /** What it corrects: its form begins with that, and is offered where the case has it. */
  readonly corrects?: 'hearing' | 'judgment';
  /** Whose pending entry gets its result: the form begins with that. */
  readonly continues?: 'serviceAttempts' | 'filings';
  /** What can be wrong with its body beyond the shape, as far as the context tells. */
  readonly faults?: (body: C, context: FaultContext) => readonly (Fault | false | undefined)[];
  /** What its decision has to know beside the case. */
  readonly needs?: readonly Need[];
  /** What further fields of it are prepared from, before it is decided. */
  readonly preparedFrom?: readonly Material[];
  readonly decide: (turn: Turn, command: C) => Decision;
}

/** An endpoint of the attorney's interface. */
export interface CommandRoute {
  readonly operationId: string;
  /** Names the endpoint, and the form where there is one. */
  readonly title: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** After that of the case. */
  readonly path: `/${string}`;
  /** The name of its body in the interface; none without fields. */
  readonly schema?: string;
  /** What else its callers have to know. */
  readonly description: string;
}

/** A form of the website. */
export interface CommandForm {
  readonly title: string;
  readonly description?: string;
  /** By their names in the body. */
  readonly fields: Fields;
  /** What the form itself says. */
  readonly given?: Readonly<Record<string, unknown>>;
  readonly states: readonly State[];
  /** Only about an entry with this status. */
  readonly ofStatus?: string;
  /** Only after a judgment with this outcome. */
  readonly ofOutcome?: JudgmentOutcome;
  /** Not while a withdrawal waits for its confirmation. */
  readonly unlessWithdrawing?: true;
  /** What the form asks for beside, and sends once the command was accepted: fields of a command that restates it. */
  readonly details?: {
    readonly kind: 'correct_hearing' | 'correct_judgment';
    readonly names: readonly string[];
    /** Those that the form insists on. */
    readonly needed?: readonly string[];
  };
}

/** What a command can be about beside its case. */
export const targets = {
  attemptId: 'serviceAttempt',
  deadlineId: 'deadline',
  filingId: 'filing',
} as const satisfies Record<string, IdKind>;
export type Target = keyof typeof targets;

/** Makes the body of what was given, where the names or types differ. */
type Reading<C, F extends Fields> = [F] extends [never]
  ? { readonly read?: undefined; readonly example?: undefined }
  : { readonly example: NoInfer<Values<F>> } & (Values<F> extends Omit<C, 'kind' | Target>
      ? { readonly read?: undefined }
      : { readonly read: (given: Values<F>) => Omit<C, 'kind' | Target> });

/** A definition, with its authors, fields and route as they are listed. Its decision gets exactly what it needs. */
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

/** What a body is checked against. */
export interface FaultContext {
  /** Epoch milliseconds on the case's clock. */
  readonly now: number;
  /** When the case was created, in epoch milliseconds. */
  readonly createdAt?: number;
  readonly record?: CaseRecord;
}

/** Something wrong with one field, by its name in the interface; or with a body that lacks every one of some fields. */
export interface Fault {
  /** Empty for the body as a whole. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly anyOf?: readonly string[];
}
