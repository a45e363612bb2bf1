import type { RefusalCode, State, WaitKind, WrittenKind } from '@evict/case-model';
import type { QueryDefinition, SignalDefinition, UpdateDefinition } from '@temporalio/common';

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

/** Every command, as Temporal Web describes it. */
const commands = {
  submit: 'The customer submits the draft.',
  advance: 'The customer takes the next step of a sandbox case.',
  report_cure: 'The customer reports that the tenant has cured.',
  report_fact: 'The customer reports something that happened.',
  withdraw: 'The customer withdraws the case.',
  review: 'The attorney approves, asks for changes or declines.',
  accept: 'The attorney accepts the case after the conflict check.',
  outcome: 'An outcome of the court, or the close of the case.',
  record_service: 'Service is sent out, has failed or is done.',
  correct_service: 'What was reported of a service is corrected.',
  record_filing: 'A filing is submitted, accepted or returned.',
  correct_filing: 'The numbers of a filing are corrected.',
  correct_hearing: 'The date of the hearing is corrected.',
  correct_judgment: 'The facts of the judgment are corrected.',
  hold: 'The case is put on hold.',
  resume: 'The case is resumed.',
  set_deadline: 'A deadline is added.',
  change_deadline: 'A deadline is changed.',
  remove_deadline: 'A deadline is removed.',
  record_fact: 'Something that happened outside is reported.',
  attach: 'A document is attached.',
  confirm_withdrawal: 'An operator confirms the withdrawal.',
  cure: 'An operator records the cure.',
  expire_notice: 'An operator ends the notice period.',
  rework_filing: 'An operator returns the filing to review.',
  assign: 'An operator assigns an attorney.',
  retry_step: 'An operator retries the failed step.',
  withdraw_idle: 'The platform withdraws a case that nobody moves on.',
  mail_failed: 'A mail about the case could not be sent.',
} as const satisfies Record<WrittenKind, string>;

export interface CommandUpdate {
  readonly definition: UpdateDefinition<CommandResult, [CommandInput]>;
  readonly description: string;
}

/** The Update of each command. */
export const commandUpdates = Object.fromEntries(
  Object.entries(commands).map(([name, description]) => [name, { definition: { type: 'update', name }, description }]),
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
  /** For Temporal Web: attributes to list cases by, beside its state, and what else there is to say. */
  attributes: Attributes;
  details: string;
}

/** What changes in the life of a case, beside its state; the others are set when its workflow starts. Absent: unset. */
export interface Attributes {
  Jurisdiction?: string;
  AttorneyId?: string;
  /** `YYYY-MM-DD`. */
  NextDeadline?: string;
  Attention?: string[];
}

export interface Decided {
  result: CommandResult;
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

/** Search attributes: what operators list cases by in Temporal Web. */
export const searchAttributes = {
  CaseState: 'KEYWORD',
  CaseMode: 'KEYWORD',
  Jurisdiction: 'KEYWORD',
  OrganizationId: 'KEYWORD',
  AttorneyId: 'KEYWORD',
  NextDeadline: 'DATETIME',
  Attention: 'KEYWORD_LIST',
} as const;
