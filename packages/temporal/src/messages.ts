import type { RefusalCode, State, WaitKind, WrittenKind } from '@evict/case-model';
import type { QueryDefinition, SignalDefinition, UpdateDefinition } from '@temporalio/common';
import { commandWords } from './generated/command-words.ts';

/**
 * The messages of the case workflow: name, payload and result of each. Payloads contain only ids, dates and states, and
 * never tenant data, because Temporal's history outlives every erasure. No message decides anything: its author writes
 * a command as a row, and the Update only names the row.
 */

/** The task queue of case workflows and their activities. */
export const casesTaskQueue = 'cases';

export const caseWorkflowType = 'evictionCase';

/**
 * A case has one workflow for its whole life, whose id is the case's id. Temporal Web can't open an id with a slash.
 */
export const caseWorkflowId = (caseId: string) => caseId;

/** The input of a case workflow, which can be started again at any time. */
export interface CaseStart {
  caseId: string;
}

// Updates: each returns after its command is decided and recorded ------------------------------------------------------

/** Names the row of a command. The Update is sent under the same id. */
export interface CommandInput {
  commandId: string;
}

/**
 * The result of an Update. A refusal is a value with an error code, never a failure, so that the gateway can store and
 * replay it.
 */
export type CommandResult = { ok: true } | { ok: false; code: CommandRefusal };
/** The failure type of a command that arrived while a run continued as new. If it is sent again, it is accepted. */
export const startingOver = 'StartingOver';
export type CommandRefusal = RefusalCode | 'gates_failed' | 'documents_unavailable';

export interface CommandUpdate {
  readonly definition: UpdateDefinition<CommandResult, [CommandInput]>;
  readonly description: string;
}

/** The Update of each command, with the description that Temporal Web shows. */
export const commandUpdates = Object.fromEntries(
  Object.entries(commandWords satisfies Record<WrittenKind, string>).map(([name, description]) => [
    name,
    { definition: { type: 'update', name }, description },
  ]),
) as Readonly<Record<WrittenKind, CommandUpdate>>;

// Signals ------------------------------------------------------------------------------------------------------------

/**
 * Tells the workflow that its case's row has changed without a command, for example by an upload. The workflow then
 * does what is due.
 */
export const lookSignal = { type: 'signal', name: 'look' } as SignalDefinition;

// Queries ------------------------------------------------------------------------------------------------------------

/** What the workflow waits for. */
export const waitQuery = { type: 'query', name: 'wait' } as QueryDefinition<CaseWait | null>;

// Activities -----------------------------------------------------------------------------------------------------------

/** What a case waits for, as returned by the activities. */
export interface CaseWait {
  state: State;
  /** The kind of wait. `repair` means that a bug keeps the next step from being decided. */
  waitsFor: WaitKind | 'repair';
  /** How long until the wait ends by itself, in milliseconds. Null if only a command ends it. */
  dueInMs: number | null;
  /** The text of the timer in Temporal Web. */
  summary: string;
  /** The search attributes by which Temporal Web lists cases. */
  attributes: Attributes;
  /** The time on the case's clock, in epoch milliseconds. Temporal Web shows it together with the notes. */
  clock: number;
  notes?: string[];
}

/**
 * The search attributes that change during a case's life. They change rarely, because each change is a command of the
 * workflow and an event in its history. An absent attribute is unset.
 */
export interface Attributes {
  AttorneyId?: string;
  Attention?: string[];
}

export interface Decided {
  /** Absent if the command was carried out. */
  refusal?: CommandRefusal;
  wait: CaseWait;
}

/**
 * The answer of a local activity if documents can't be made at once. The same activity, called as a regular one, then
 * waits for a renderer.
 */
export interface Unfinished {
  isUnfinished: true;
}

/** The activities that decide about cases. Both are idempotent. */
export interface CaseActivities<Otherwise = never> {
  /** Decides a command on its case's row, and records the outcome. */
  decideAndRecord(input: { caseId: string } & CommandInput): Promise<Decided | Otherwise>;
  /** Performs what is due by the case's clock, if anything is. */
  performDue(input: { caseId: string }): Promise<Pick<Decided, 'wait'> | Otherwise>;
}

/**
 * The search attributes by which operators list cases in Temporal Web. For states and deadlines there is `ops case
 * list`.
 */
export const searchAttributes = {
  CaseMode: 'KEYWORD',
  OrganizationId: 'KEYWORD',
  AttorneyId: 'KEYWORD',
  Attention: 'KEYWORD_LIST',
} as const;
