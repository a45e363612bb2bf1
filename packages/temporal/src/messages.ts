import type { RefusalCode, State, WaitKind, WrittenKind } from '@evict/case-model';
import type { QueryDefinition, SignalDefinition, UpdateDefinition } from '@temporalio/common';
import { commandWords } from './generated/command-words.ts';

/**
 * The messages of the case workflow: name, payload and result of each. Payloads carry ids, dates and states only; never
 * tenant data, because Temporal's history outlives every erasure. None of them decides anything: a command is a row that
 * its author has written, and its Update only names it.
 */

/** The task queue of case workflows and their activities. */
export const casesTaskQueue = 'cases';

export const caseWorkflowType = 'evictionCase';

/** One workflow per case for its whole life, under the case's id. Temporal Web cannot open an id with a slash. */
export const caseWorkflowId = (caseId: string) => caseId;

/** The input of a case workflow, which can be started anew at any time. */
export interface CaseStart {
  caseId: string;
}

// Updates: each returns after its command is decided and recorded ------------------------------------------------------

/** Names the row of a command, under whose id it is sent. */
export interface CommandInput {
  commandId: string;
}

/** A refusal is a value with an error code, which the gateway can store and replay; never a failure. */
export type CommandResult = { ok: true } | { ok: false; code: CommandRefusal };
/** The type of the failure of a command that came while a run continued as new. Sent again, it is taken. */
export const startingOver = 'StartingOver';
export type CommandRefusal = RefusalCode | 'gates_failed' | 'documents_unavailable';

export interface CommandUpdate {
  readonly definition: UpdateDefinition<CommandResult, [CommandInput]>;
  readonly description: string;
}

/** The Update of each command, as Temporal Web describes it. */
export const commandUpdates = Object.fromEntries(
  Object.entries(commandWords satisfies Record<WrittenKind, string>).map(([name, description]) => [
    name,
    { definition: { type: 'update', name }, description },
  ]),
) as Readonly<Record<WrittenKind, CommandUpdate>>;

// Signals ------------------------------------------------------------------------------------------------------------

/** The row of the case has changed without a command, such as by an upload: what is due now is done. */
export const lookSignal = { type: 'signal', name: 'look' } as SignalDefinition;

// Queries ------------------------------------------------------------------------------------------------------------

/** What the workflow waits for. */
export const waitQuery = { type: 'query', name: 'wait' } as QueryDefinition<CaseWait | null>;

// Activities -----------------------------------------------------------------------------------------------------------

/** What a case waits for, as the activities answer it. */
export interface CaseWait {
  state: State;
  /** `repair`: a bug keeps its next step from being decided. */
  waitsFor: WaitKind | 'repair';
  /** How long until it is over by itself, in milliseconds; null if it takes a command. */
  dueInMs: number | null;
  /** For the timer in Temporal Web. */
  summary: string;
  /** For Temporal Web: attributes to list cases by. */
  attributes: Attributes;
  /** For Temporal Web: the time on the case's clock, in epoch milliseconds, and what else there is to say. */
  clock: number;
  notes?: string[];
}

/**
 * The search attributes that change in the life of a case: few times, because each change is a command of the workflow and
 * an event of its history. Absent: unset.
 */
export interface Attributes {
  AttorneyId?: string;
  Attention?: string[];
}

export interface Decided {
  /** Absent if the command was done. */
  refusal?: CommandRefusal;
  wait: CaseWait;
}

/** What a local activity answers where documents cannot be made at once: the same, not local, waits for a renderer. */
export interface Unfinished {
  isUnfinished: true;
}

/** What a case is decided by. Idempotent: a command is decided once, and what is not due is not done. */
export interface CaseActivities<Otherwise = never> {
  /** Decides a command on the row of its case, and records the outcome. */
  decideAndRecord(input: { caseId: string } & CommandInput): Promise<Decided | Otherwise>;
  /** Does what is due by the case's clock, or nothing. */
  performDue(input: { caseId: string }): Promise<Pick<Decided, 'wait'> | Otherwise>;
}

/** Search attributes: what operators list cases by in Temporal Web. `ops case list` has states and deadlines. */
export const searchAttributes = {
  CaseMode: 'KEYWORD',
  OrganizationId: 'KEYWORD',
  AttorneyId: 'KEYWORD',
  Attention: 'KEYWORD_LIST',
} as const;
