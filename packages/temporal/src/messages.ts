import type {
  CaseRecord,
  CaseEvent,
  CaseBrief,
  Command,
  DocumentOrder,
  Mode,
  NextAction,
  OperatorCommand,
  Outcome,
  RefusalCode,
  ReviewDecision,
  Stage,
  State,
} from '@evict/case-model';

/**
 * The contract between the gateways, the case workflow and its activities: names, ids and payload types. Payloads carry
 * ids, hashes, dates and states; never tenant data, because Temporal's history outlives every erasure.
 */

/** Where case workflows and their activities run. */
export const casesTaskQueue = 'cases';

export const caseWorkflowType = 'evictionCase';

/** One workflow a case, for the whole of its life, under the case's own id: Temporal Web cannot open one with a slash. */
export const caseWorkflowId = (caseId: string) => caseId;

/** The header of an Update that says which request sent it; for logs, never for decisions. */
export const requestIdHeader = 'request-id';

/** What a case workflow starts from. `record` is there when it continues as new. */
export interface CaseStart {
  caseId: string;
  organizationId: string;
  mode: Mode;
  record?: CaseRecord;
  /** When the next try of a failed step is due, epoch milliseconds on the case's clock. */
  retryDueAt?: number | null;
  /** Why this process takes the place of one before it, started from the record in the case's row. */
  restored?: RestoreReason;
}

/** What was found wrong with the process of an open case. `behind` and `ahead` are of its row. */
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

/** The Updates of a case. Each answers after its transition is committed. */
export const caseUpdates = {
  submit: 'submit',
  reportCure: 'report_cure',
  withdraw: 'withdraw',
  advance: 'advance',
  review: 'review',
  outcome: 'outcome',
  operate: 'operate',
  withdrawIdle: 'withdraw_idle',
} as const;

/** Evidence was added to a live case after its submit. Carries the version of the facts and documents since. */
export const evidenceAddedSignal = 'evidence_added';

/** A mail about a case has failed for good. Sent again until the case has it on record, where it stands once. */
export const mailFailedSignal = 'mail_failed';

/** The case's row is further on than its process, which has to take it over. */
export const behindSignal = 'behind';

/** Of the mail itself no more than this. */
export interface MailFailed {
  /** Of this failure: a mail that is sent again can fail again. */
  id: string;
  /** Tries so far. */
  attempt: number;
  /** A class, never the words of a mail server. */
  errorClass: string;
}

/**
 * What an advance is sent with: the sequence that its sender saw. Where the case has gone on since, the step that was
 * meant is taken, and no other is.
 */
export interface AdvanceInput {
  sequence: number;
}

/**
 * An attorney's answer to what is under review. It counts only where the attorney gateway has written the same under
 * the id of the Update; its notes are there and nowhere else.
 */
export interface ReviewInput {
  attorneyId: string;
  decision: ReviewDecision;
  documentHashes: readonly string[];
}

/** An attorney's report of what the court did; written down as a review is. */
export interface OutcomeInput {
  attorneyId: string;
  outcome: Outcome;
}

/** What an operator does to a case. It counts only where the operators' command line has written the same before. */
export interface OperateInput {
  command: OperatorCommand;
}

/** A refusal is a value with an error code, so that the gateway can store and replay it; never a failure. */
export type CommandResult = { ok: true } | { ok: false; code: CommandRefusal };
export type CommandRefusal = RefusalCode | 'gates_failed' | 'documents_unavailable';

/** What an operator sees of a case without the database. */
export const caseQuery = 'case';
export interface CaseView {
  state: State;
  nextAction: NextAction;
  waitsFor: string | null;
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

// Activities --------------------------------------------------------------------------------------------------------

/**
 * What the workflow may know of a draft that was checked. `attorneyLapsed`: it has an attorney, from before changes were
 * requested, who may not act on it any more.
 */
export type PrepareResult =
  | { ok: true; brief: CaseBrief; factsVersion: number; attorneyLapsed?: boolean }
  | { ok: false; code: 'gates_failed' | 'documents_unavailable' };

/** What a review is decided on beside the case itself. */
export interface PreparedReview {
  /** The attorney is verified, and licensed in the state of the property. */
  eligible: boolean;
  /** Of every current document of the case. */
  documentHashes: readonly string[];
  /** Of facts and uploads now: an approval is recorded only while it is the same. */
  factsVersion: number;
}

export interface MadeDocument {
  id: string;
  kind: 'evidence' | 'notice' | 'filing' | 'proof';
  /** Null for an attached document. */
  specId: string | null;
  /** Null where it stands in the text of the command: the name of an attached file may name anybody. */
  filename: string | null;
  contentType: string;
  contentHash: string;
  sizeBytes: number;
}

export interface Transition {
  caseId: string;
  /** What was decided on. */
  command: Command;
  /** The ids that the decision drew, in their order. */
  drawnIds: readonly string[];
  events: readonly CaseEvent[];
  record: CaseRecord;
  nextAction: NextAction;
  documents: readonly MadeDocument[];
  /** Epoch milliseconds on the case's clock. */
  caseTime: number;
  /** Recorded only while facts and uploads are of this version: for a submit and for an approval. */
  factsVersion?: number;
  /** Ids of documents whose place those of this transition take. */
  supersedes?: readonly string[];
  /** The id of the Update that brought it about, or of the failed mail; absent where a timer did. */
  commandId?: string;
}
export type RecordResult =
  /** `record`: as it was recorded before, where it was; decided again, it has other times. */
  | { ok: true; record?: CaseRecord }
  /** Facts or uploads are not what was checked. */
  | { ok: false; code: 'facts_changed' }
  /** Nobody who may has written the command: sent again, it would be refused again. */
  | { ok: false; code: 'guard_failed' }
  /** On its own record, which this is, the database refuses the command. */
  | { ok: false; code: RefusalCode; record: CaseRecord }
  /** The case is elsewhere than its workflow believes: this is where it is. */
  | { ok: false; code: 'behind'; record: CaseRecord }
  /** This very command was recorded before. */
  | { ok: false; code: 'done'; record: CaseRecord };

/** What the database has of a case. */
export interface KnownCase {
  /** What was last recorded; null for a draft that no command has reached. */
  record: CaseRecord | null;
  /** The command that was asked about has been recorded. */
  isDone: boolean;
}

/** Short, idempotent database work: local activities. */
export interface RecordActivities {
  prepareSubmission(input: { caseId: string; caseTime: number }): Promise<PrepareResult>;
  prepareReview(input: { caseId: string; attorneyId: string }): Promise<PreparedReview>;
  /** An eligible attorney for a case in that state; null while there is none. */
  findAttorney(input: { jurisdiction: string }): Promise<string | null>;
  /** For a workflow that may have missed something: where the case is, and whether that command has got it there. */
  loadRecord(input: { caseId: string; commandId?: string }): Promise<KnownCase>;
  /**
   * Records in the case's history, once for its id, that its process was brought back. Answers what the case's clock
   * shows now, in epoch milliseconds; null for a case that is over, where nothing is recorded.
   */
  recordRestored(input: { caseId: string; id: string; reason: RestoreReason }): Promise<number | null>;
  /** Records a transition in one transaction, once for its sequence, however often it is called. */
  recordTransition(transition: Transition): Promise<RecordResult>;
}

export interface DocumentJob {
  caseId: string;
  orders: readonly (DocumentOrder & { documentId: string })[];
  notice: { servedDate: string; method: string; expires: string | null } | null;
  packVersions: { jurisdiction: string; rules: string };
  caseTime: number;
}

export interface SummaryJob {
  caseId: string;
  documentId: string;
  /** Both are printed: another one has other bytes, also where nothing else has changed. */
  stage: Stage;
  revision: number;
  caseTime: number;
}

export interface MadeSummary {
  document: MadeDocument;
  /** Of the facts and uploads that it prints. */
  factsVersion: number;
}

/** Work that takes time and may fail. */
export interface WorkActivities {
  /** Makes the summary that the attorney of a live case reviews, and stores its bytes. */
  makeSummary(job: SummaryJob): Promise<MadeSummary>;
  /** Makes documents from the frozen facts and stores their bytes, once each. */
  makeDocuments(job: DocumentJob): Promise<MadeDocument[]>;
  /** Moves the clock of the calling workflow forward, at most to its next timer. */
  fastForward(input: { durationMs: number; id: string }): Promise<void>;
}
