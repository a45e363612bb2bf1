import type { CaseRecord, GivenCommand, Mode, NextAction, PendingWork, RefusalCode, State } from '@evict/case-model';
import type { QueryDefinition, SignalDefinition, UpdateDefinition } from '@temporalio/common';

/**
 * The messages of the case workflow: name, payload and result of each. Payloads carry ids, hashes, dates and states;
 * never tenant data, because Temporal's history outlives every erasure.
 */

/** The task queue of case workflows and their activities. */
export const casesTaskQueue = 'cases';

export const caseWorkflowType = 'evictionCase';

/** One workflow per case for its whole life, under the case's id. Temporal Web cannot open an id with a slash. */
export const caseWorkflowId = (caseId: string) => caseId;

/** The header of an Update with the id of the request; for logs, never for decisions. */
export const requestIdHeader = 'request-id';

/** The input of a case workflow. */
export interface CaseStart {
  caseId: string;
  organizationId: string;
  mode: Mode;
  /** Absent if the first command starts the workflow. */
  record?: CaseRecord;
  /** Why this process replaces an earlier one. */
  restored?: RestoreReason;
}

/** The fault of an open case's process. `behind` and `ahead` compare it with its row. */
export const restoreReasons = [
  'missing',
  'completed',
  'failed',
  'canceled',
  'terminated',
  'timed_out',
  'behind',
  'ahead',
] as const;
export type RestoreReason = (typeof restoreReasons)[number];

// Updates: each returns after its transition is committed ------------------------------------------------------------

export const submitUpdate = update<CommandResult, [SubmitInput?]>('submit');
export const reportCureUpdate = update<CommandResult>('report_cure');
export const withdrawUpdate = update<CommandResult>('withdraw');
export const advanceUpdate = update<AdvanceResult, [AdvanceInput]>('advance');
/** What an attorney or an operator does. */
export const operateUpdate = update<CommandResult, [OperateInput]>('operate');
/** The platform withdraws an idle draft or sandbox case. */
export const withdrawIdleUpdate = update<CommandResult>('withdraw_idle');

/** Who submits: the id of a user or an API key. */
export interface SubmitInput {
  by: string;
}

/**
 * The sequence that the sender of an advance saw. If the case has moved on since, the step counts as taken and no other
 * is taken.
 */
export interface AdvanceInput {
  sequence: number;
}

/** `skipMs`: by how much the sender then skips the server's clock, once and at once, in milliseconds; 0 for none. */
export type AdvanceResult = CommandResult & { skipMs: number };

/** A skip takes effect only within this many milliseconds of its advance. */
export const skipExpiryMs = 2000;

/**
 * A command of an attorney or operator. It is valid only if the process of its author has stored the same under the id
 * of the Update. Its free text is stored there only.
 */
export interface OperateInput {
  command: GivenCommand;
}

/** A refusal is a value with an error code, which the gateway can store and replay; never a failure. */
export type CommandResult = { ok: true } | { ok: false; code: CommandRefusal };
export type CommandRefusal = RefusalCode | 'gates_failed' | 'documents_unavailable';

// Signals: each is sent again until the case has it on record, where it stands once ----------------------------------

/** Evidence was added to a live case after its submit. Carries the new version of facts and uploads. */
export const evidenceAddedSignal = signal<[factsVersion: number]>('evidence_added');
/** A mail about the case has exhausted its retries. */
export const mailFailedSignal = signal<[MailFailed]>('mail_failed');
/** The case's row is ahead of its process, which must reconcile with it. */
export const behindSignal = signal('behind');

/** Nothing else of the mail. */
export interface MailFailed {
  /** The id of this failure: a mail that is sent again can fail again. */
  id: string;
  /** Attempts so far. */
  attempt: number;
  /** An error class, never a mail server's message. */
  errorClass: string;
}

// Queries ------------------------------------------------------------------------------------------------------------

/** The state of a case for operators, without the database. */
export const caseQuery = query<CaseView>('case');
export interface CaseView {
  state: State;
  nextAction: NextAction;
  pendingWork: Pick<PendingWork, 'kind' | 'dueAt' | 'summary'>;
  record: CaseRecord;
}

/** Search attributes: what operators list cases by in Temporal Web. */
export const searchAttributes = {
  CaseState: 'KEYWORD',
  CaseMode: 'KEYWORD',
  Jurisdiction: 'KEYWORD',
  OrganizationId: 'KEYWORD',
  AttorneyId: 'KEYWORD',
  NextDeadline: 'DATETIME',
  Attention: 'KEYWORD_LIST',
  /** The sequence of the last event: what the reconciler compares with the case's row. */
  CaseSequence: 'INT',
} as const;

// Equivalent to `defineUpdate` and its siblings, which only workflow code can import.

function update<Result, Args extends unknown[] = []>(name: string): UpdateDefinition<Result, Args> {
  return { type: 'update', name } as UpdateDefinition<Result, Args>;
}

function signal<Args extends unknown[] = []>(name: string): SignalDefinition<Args> {
  return { type: 'signal', name } as SignalDefinition<Args>;
}

function query<Result>(name: string): QueryDefinition<Result> {
  return { type: 'query', name } as QueryDefinition<Result>;
}
