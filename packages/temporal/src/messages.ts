import type {
  CaseRecord,
  Mode,
  NextAction,
  OperatorCommand,
  Outcome,
  PendingWork,
  RefusalCode,
  ReviewDecision,
  State,
} from '@evict/case-model';
import type { QueryDefinition, SignalDefinition, UpdateDefinition } from '@temporalio/common';

/**
 * What the case workflow is told and asked: each message once, with its name, its payload and its result. Payloads carry
 * ids, hashes, dates and states; never tenant data, because Temporal's history outlives every erasure.
 */

/** Where case workflows and their activities run. */
export const casesTaskQueue = 'cases';

export const caseWorkflowType = 'evictionCase';

/** One workflow per case, for the whole of its life, under the case's own id: Temporal Web cannot open one with a slash. */
export const caseWorkflowId = (caseId: string) => caseId;

/** The header of an Update that names the request behind it; for logs, never for decisions. */
export const requestIdHeader = 'request-id';

/** What a case workflow starts from. */
export interface CaseStart {
  caseId: string;
  organizationId: string;
  mode: Mode;
  /** Absent where the first command starts the workflow. */
  record?: CaseRecord;
  /** Why this process replaces an earlier one, started from the record in the case's row. */
  restored?: RestoreReason;
}

/** What was found wrong with the process of an open case. `behind` and `ahead` compare it with its row. */
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

export const submitUpdate = update<CommandResult>('submit');
export const reportCureUpdate = update<CommandResult>('report_cure');
export const withdrawUpdate = update<CommandResult>('withdraw');
export const advanceUpdate = update<AdvanceResult, [AdvanceInput]>('advance');
export const reviewUpdate = update<CommandResult, [ReviewInput]>('review');
export const outcomeUpdate = update<CommandResult, [OutcomeInput]>('outcome');
export const operateUpdate = update<CommandResult, [OperateInput]>('operate');
/** The platform withdraws a draft, or a sandbox case, that nobody has touched for long. */
export const withdrawIdleUpdate = update<CommandResult>('withdraw_idle');

/**
 * The sequence that the sender of an advance saw. Where the case has gone on since, the step that was meant is taken,
 * and no other is.
 */
export interface AdvanceInput {
  sequence: number;
}

/** `skipMs`: what its sender skips of the case's clock on the server, once and at once, in milliseconds; 0 for nothing. */
export type AdvanceResult = CommandResult & { skipMs: number };

/** After so many milliseconds from the advance that asked for it, no request for a skip can take effect. */
export const skipExpiryMs = 2000;

/**
 * An attorney's decision on what is under review. It counts only where the attorney gateway has stored the same under
 * the id of the Update; its notes are there and nowhere else.
 */
export interface ReviewInput {
  attorneyId: string;
  decision: ReviewDecision;
  documentHashes: readonly string[];
}

/** An attorney's report of what the court did; stored beforehand as a review is. */
export interface OutcomeInput {
  attorneyId: string;
  outcome: Outcome;
}

/** What an operator does to a case. It counts only where the operators' command line has stored the same before. */
export interface OperateInput {
  command: OperatorCommand;
}

/** A refusal is a value with an error code, so that the gateway can store and replay it; never a failure. */
export type CommandResult = { ok: true } | { ok: false; code: CommandRefusal };
export type CommandRefusal = RefusalCode | 'gates_failed' | 'documents_unavailable';

// Signals: each is sent again until the case has it on record, where it stands once ----------------------------------

/** Evidence was added to a live case after its submit. Carries the version of facts and uploads since. */
export const evidenceAddedSignal = signal<[factsVersion: number]>('evidence_added');
/** A mail about the case was given up. */
export const mailFailedSignal = signal<[MailFailed]>('mail_failed');
/** The case's row is further on than its process, which has to reconcile with it. */
export const behindSignal = signal('behind');

/** Of the mail itself no more than this. */
export interface MailFailed {
  /** Of this failure: a mail that is sent again can fail again. */
  id: string;
  /** Attempts so far. */
  attempt: number;
  /** A class, never the words of a mail server. */
  errorClass: string;
}

// Queries ------------------------------------------------------------------------------------------------------------

/** What an operator sees of a case without the database. */
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

// As `defineUpdate` and its like do, which only workflow code can import.

function update<Result, Args extends unknown[] = []>(name: string): UpdateDefinition<Result, Args> {
  return { type: 'update', name } as UpdateDefinition<Result, Args>;
}

function signal<Args extends unknown[] = []>(name: string): SignalDefinition<Args> {
  return { type: 'signal', name } as SignalDefinition<Args>;
}

function query<Result>(name: string): QueryDefinition<Result> {
  return { type: 'query', name } as QueryDefinition<Result>;
}
