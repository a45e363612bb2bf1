import type {
  CaseRecord,
  CaseEvent,
  CaseBrief,
  DocumentOrder,
  Mode,
  NextAction,
  RefusalCode,
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

/** What a case workflow starts from. `record` is there when it continues as new. */
export interface CaseStart {
  caseId: string;
  organizationId: string;
  mode: Mode;
  record?: CaseRecord;
  /** When the next try of a failed step is due, epoch milliseconds on the case's clock. */
  retryDueAt?: number | null;
}

/** The Updates of a case. Each answers after its transition is committed. */
export const caseUpdates = {
  submit: 'submit',
  reportCure: 'report_cure',
  withdraw: 'withdraw',
  advance: 'advance',
  retryStep: 'retry_step',
} as const;

/**
 * What an advance is sent with: the sequence that its sender saw. Where the case has gone on since, the step that was
 * meant is taken, and no other is.
 */
export interface AdvanceInput {
  sequence: number;
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
} as const;

// Activities --------------------------------------------------------------------------------------------------------

/** Reads the draft, checks its gates and tells what the workflow may know of it. */
export interface PreparedSubmission {
  brief: CaseBrief;
  /** Of the facts and documents that were checked: the transition is recorded only while they are the same. */
  factsVersion: number;
}
export type PrepareResult =
  | ({ ok: true } & PreparedSubmission)
  | { ok: false; code: 'gates_failed' | 'documents_unavailable' };

export interface MadeDocument {
  id: string;
  kind: 'notice' | 'filing' | 'proof';
  specId: string;
  filename: string;
  contentType: string;
  contentHash: string;
  sizeBytes: number;
}

export interface Transition {
  caseId: string;
  events: readonly CaseEvent[];
  record: CaseRecord;
  nextAction: NextAction;
  documents: readonly MadeDocument[];
  /** Epoch milliseconds on the case's clock. */
  caseTime: number;
  /** Only for submit. */
  factsVersion?: number;
  /** The id of the Update that brought it about; absent where a timer did. */
  commandId?: string;
}
export type RecordResult =
  | { ok: true }
  /** The draft is not what was checked. */
  | { ok: false; code: 'facts_changed' }
  /** The case has gone on, and its workflow never heard of it: this is where it is. */
  | { ok: false; code: 'behind'; record: CaseRecord };

/** Short, idempotent database work: local activities. */
export interface RecordActivities {
  prepareSubmission(input: { caseId: string; caseTime: number }): Promise<PrepareResult>;
  /** What was last recorded; null for a draft that no command has reached. */
  loadRecord(caseId: string): Promise<CaseRecord | null>;
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

/** Work that takes time and may fail. */
export interface WorkActivities {
  /** Makes documents from the frozen facts and stores their bytes, once each. */
  makeDocuments(job: DocumentJob): Promise<MadeDocument[]>;
  /** Moves the clock of the calling workflow forward, at most to its next timer. */
  fastForward(input: { durationMs: number; id: string }): Promise<void>;
}
