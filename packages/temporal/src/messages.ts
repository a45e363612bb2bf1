import type { RefusalCode, State, WaitKind, WrittenKind } from '@evict/case-model';
import type { QueryDefinition, SignalDefinition, UpdateDefinition } from '@temporalio/common';
import { commandWords } from './generated/command-words.ts';

/**
 * The case workflow's messages: the name, payload and result of each. Payloads contain only ids, dates and states,
 * never tenant data, because Temporal keeps its history after an erasure. A command is first written as a row, and its
 * Update contains only the row's id.
 */

/** The task queue of case workflows and their activities. */
export const casesTaskQueue = 'cases';

export const caseWorkflowType = 'evictionCase';

/**
 * A case has one workflow for its whole life, and the workflow has the case's id. The id must not contain a slash,
 * because Temporal Web can't open it then.
 */
export const caseWorkflowId = (caseId: string) => caseId;

/** The input of a case workflow, which can be started again at any time. */
export interface CaseStart {
  caseId: string;
}

// Updates: each returns after its command is decided and recorded ------------------------------------------------------

/**
 * The id of the command's row. The first Update for a command uses the same id; a resend that needs a fresh answer from
 * Temporal uses a new one.
 */
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

/** Returns what the workflow waits for. */
export const waitQuery = { type: 'query', name: 'wait' } as QueryDefinition<CaseWait | null>;

// Activities -----------------------------------------------------------------------------------------------------------

/** What a case waits for, as returned by the activities. */
export interface CaseWait {
  state: State;
  /** The kind of wait. `repair` means that a bug keeps the next step from being decided. */
  waitsFor: WaitKind | 'repair';
  /** How long until the wait ends by itself, in milliseconds. Null if only a command ends it. */
  dueInMs: number | null;
  /** The summary of the timer in Temporal Web. */
  summary: string;
  /** The search attributes by which Temporal Web lists cases. */
  attributes: Attributes;
  /** The time on the case's clock, in epoch milliseconds. Temporal Web shows it together with the notes. */
  clock: number;
  notes?: string[];
}

/**
 * The search attributes that change during a case's life. Change them sparingly: each change adds a workflow command
 * and a history event. An attribute that is absent here is cleared.
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
 * The result of a local activity if documents can't be rendered at once. The same activity, called as a regular one,
 * then waits for a renderer.
 */
export interface Unfinished {
  isUnfinished: true;
}

/** The activities that decide about cases. Both are idempotent. */
export interface CaseActivities<Otherwise = never> {
  /** Decides a command on its case's row, and records the outcome. */
  decideAndRecord(input: { caseId: string } & CommandInput): Promise<Decided | Otherwise>;
  /** Does the work that is due by the case's clock, if there is any. */
  performDue(input: { caseId: string }): Promise<Pick<Decided, 'wait'> | Otherwise>;
}

/**
 * The search attributes by which operators list cases in Temporal Web. To list cases by state or deadline, they use
 * `ops case list`.
 */
export const searchAttributes = {
  CaseMode: 'KEYWORD',
  OrganizationId: 'KEYWORD',
  AttorneyId: 'KEYWORD',
  Attention: 'KEYWORD_LIST',
} as const;
