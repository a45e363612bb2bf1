import type { CaseRecord } from '../record.ts';
import type { Fields, Values } from './field.ts';
import type { Decision, Turn } from '../turn.ts';

/** Who writes a command, before it is sent. */
export const authors = ['customer', 'attorney', 'operator', 'platform'] as const;
export type Author = (typeof authors)[number];

/** Everything about one command, in a file of its own. */
export interface CommandDefinition<C extends { readonly kind: string }> {
  /** Who may write it; the database refuses anybody else. Nobody writes what falls due by itself. */
  readonly authors: readonly Author[];
  /** Names it, for its senders. */
  readonly title: string;
  /** What it does, for operators. */
  readonly description: string;
  /** What people give, by the names of the interface; absent where no surface is made from it. */
  readonly fields?: Fields;
  /** The field with the id of what it is about, which the interface has in the path. */
  readonly target?: keyof C & string;
  /** What can be wrong with its body beyond the shape, as far as the context tells. */
  readonly faults?: (body: C, context: FaultContext) => readonly (Fault | false | undefined)[];
  readonly decide: (turn: Turn, command: C) => Decision;
}

type Targets = 'attemptId' | 'deadlineId' | 'filingId';

/** Makes the body of what was given, where the names or types differ. */
type Reading<C, F extends Fields> = [F] extends [never]
  ? { readonly read?: undefined }
  : Values<F> extends Omit<C, 'kind' | Targets>
    ? { readonly read?: undefined }
    : { readonly read: (given: Values<F>) => Omit<C, 'kind' | Targets> };

/** A definition, with its authors and fields as they are listed. */
export function defineCommand<C extends { readonly kind: string }>() {
  return <const A extends readonly Author[], const F extends Fields = never>(
    definition: CommandDefinition<C> & { readonly authors: A; readonly fields?: F } & Reading<C, F>,
  ) => definition as Omit<CommandDefinition<C>, 'authors' | 'fields'> & { readonly authors: A; readonly fields: F };
}

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
