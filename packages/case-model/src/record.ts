import type {
  Deadline,
  EntryPoint,
  Ground,
  IsoDate,
  ServiceMethod,
  ServicememberAnswer,
  ServiceStage,
} from './facts.ts';
import { isSandbox, type Mode } from './mode.ts';
import type { State } from './states.ts';

/**
 * What a case's workflow knows of it. Ids, hashes, dates, states and flags only: this is Temporal's copy, which
 * outlives every erasure, so no name, address, amount, free text or court case number may enter it.
 */
export interface CaseRecord {
  readonly caseId: string;
  readonly organizationId: string;
  readonly mode: Mode;
  readonly state: State;
  /** Where a case on hold came from; null in every other state. */
  readonly heldFrom: State | null;
  readonly holdReason: HoldReason | null;
  readonly submission: SubmissionSnapshot | null;
  /** Sandbox directives that have fired; each fires once in the life of a case. */
  readonly fired: readonly Directive[];
  /** The newest documents of each stage: what the sandbox made, or what was attached to a live case. */
  readonly stageDocuments: Readonly<Record<Stage, readonly StageDocument[]>>;
  /** Of a live case: the newest summary made for the review of each stage. */
  readonly summaries: Readonly<Record<Stage, CaseSummary | null>>;
  /** The newest version of facts and uploads that the case has heard of. */
  readonly factsVersion: number;
  /** How often the documents of a stage were made; a new revision has new bytes. */
  readonly revisions: Readonly<Record<Stage, number>>;
  readonly approvals: Readonly<Record<Stage, Approval | null>>;
  readonly attorneyId: string | null;
  readonly serviceAttempts: readonly ServiceAttempt[];
  readonly filings: readonly Filing[];
  readonly notice: ServedNotice | null;
  readonly hearing: { readonly date: IsoDate } | null;
  readonly judgment: { readonly outcome: JudgmentOutcome; readonly date: IsoDate } | null;
  readonly cureReports: readonly { readonly reportedAt: string }[];
  /** A withdrawal that waits for the attorney's word that all work has stopped. */
  readonly withdrawal: { readonly requestedAt: string } | null;
  readonly deadlines: readonly Deadline[];
  readonly failure: StepFailure | null;
  /** A mail about the case was given up since its last state change. The case itself goes on. */
  readonly mailFailed: boolean;
  /** The case is a draft again because the reviewer asked for changes. */
  readonly changesRequested: boolean;
  /** Epoch milliseconds on the case's clock when the case came to rest in its state. */
  readonly restingSince: number;
  /** What the case's clock showed at the last change, in epoch milliseconds. It never shows less afterwards. */
  readonly clock: number;
  /** The number of the last event. */
  readonly sequence: number;
}

/** What the workflow may know of the facts, taken from them when they are frozen at submit. */
export interface SubmissionSnapshot {
  readonly ground: Ground;
  readonly entryPoint: EntryPoint;
  /** The property's state in capitals. */
  readonly jurisdiction: string;
  readonly packVersions: PackVersions | null;
  readonly caresCovered: boolean;
  readonly servicemember: ServicememberAnswer;
  readonly leaseEndDate: IsoDate | null;
  readonly priorNotice: {
    readonly servedDate: IsoDate;
    readonly method: ServiceMethod;
    readonly expires: IsoDate;
  } | null;
  readonly directives: readonly Directive[];
  /** Of the facts and uploads that were frozen. */
  readonly factsVersion: number;
  /** Goes up when parties, property, ground, amount owed or violation change: a served notice stands until then. */
  readonly noticeFactsVersion: number;
  /** How long the sandbox reviewer takes. */
  readonly reviewDelayMs: number;
}

export interface PackVersions {
  readonly jurisdiction: string;
  readonly rules: string;
  readonly notice: string | null;
  readonly filing: string | null;
}

export type Stage = 'notice' | 'filing';

export interface StageDocument {
  readonly id: string;
  readonly contentHash: string;
  /** Of an attached document: how many filings had been tried before it. */
  readonly afterFilings?: number;
}

/** It prints every fact and the hash of every exhibit, so that an approval naming its hash binds them all. */
interface CaseSummary extends StageDocument {
  /** Of the facts and uploads that it was made from. */
  readonly factsVersion: number;
}

/** An approval binds bytes and belongs to the one who gave it. */
interface Approval {
  readonly reviewer: string;
  readonly documentHashes: readonly string[];
  /** These bytes have been served or filed since: what was done stays approved whoever takes the case over. */
  readonly used?: true;
}

export interface ServiceAttempt {
  readonly id: string;
  readonly stage: ServiceStage;
  readonly method: ServiceMethod;
  readonly status: 'pending' | 'served' | 'failed';
  readonly servedDate: IsoDate | null;
  readonly failureReason: string | null;
}

export interface Filing {
  readonly id: string;
  readonly status: 'submitted' | 'accepted' | 'rejected';
  readonly rejectionCodes: readonly RejectionCode[];
}

export type RejectionCode =
  | 'missing_information'
  | 'party_name'
  | 'wrong_court'
  | 'missing_document'
  | 'fee'
  | 'signature'
  | 'other';

interface ServedNotice {
  readonly servedDate: IsoDate;
  readonly method: ServiceMethod;
  /** The last day of the notice period, which belongs to the tenant; null where the attorney reported none. */
  readonly expires: IsoDate | null;
  readonly factsVersion: number;
}

export const judgmentOutcomes = ['plaintiff', 'defendant', 'dismissed'] as const;
export type JudgmentOutcome = (typeof judgmentOutcomes)[number];

type HoldReason = 'withdrawal_requested' | 'attorney_declined' | 'reviewer_rejected' | 'operator';

/** Magic words in a test case's free text, `sandbox:<directive>`. */
export const directives = [
  'request_changes',
  'reject',
  'service_failed',
  'filing_rejected',
  'judgment_defendant',
  'judgment_dismissed',
] as const;
export type Directive = (typeof directives)[number];

/** Work that a case waits for and that can fail. */
export type StepName = 'render_documents' | 'engage_attorney' | 'send_mail';

export interface StepFailure {
  readonly step: StepName;
  /** Attempts so far. */
  readonly attempt: number;
  /** When it is retried, epoch milliseconds on the case's clock; null after the last attempt: it waits for an operator. */
  readonly retryAt: number | null;
}

/** Whether a failed step waits for an operator. */
export function retriesExhausted({ retryAt }: StepFailure): boolean {
  return retryAt === null;
}

/** A case before its first command. */
export function newCase(input: Pick<CaseRecord, 'caseId' | 'organizationId' | 'mode'>, now: number): CaseRecord {
  return {
    ...input,
    state: 'draft',
    heldFrom: null,
    holdReason: null,
    submission: null,
    fired: [],
    stageDocuments: { notice: [], filing: [] },
    summaries: { notice: null, filing: null },
    factsVersion: 0,
    revisions: { notice: 0, filing: 0 },
    approvals: { notice: null, filing: null },
    attorneyId: null,
    serviceAttempts: [],
    filings: [],
    notice: null,
    hearing: null,
    judgment: null,
    cureReports: [],
    withdrawal: null,
    deadlines: [],
    failure: null,
    mailFailed: false,
    changesRequested: false,
    restingSince: now,
    clock: now,
    sequence: 0,
  };
}

/** The directives that free text carries, each once, in the order of the table. */
export function directivesIn(freeText: string | undefined): Directive[] {
  const words = new Set(freeText?.match(/sandbox:[a-z_]+/g) ?? []);
  return directives.filter((directive) => words.has(`sandbox:${directive}`));
}

/**
 * The documents of the stage, as they are now, were approved by the one who reviews the case now; or have been served
 * or filed with the approval of the one who did then.
 */
export function isApproved(record: CaseRecord, stage: Stage): boolean {
  const approval = record.approvals[stage];
  const documents = documentsUnderReview(record, stage);
  if (!approval || documents === null || documents.length === 0) return false;
  if (!approval.used && approval.reviewer !== currentReviewer(record)) return false;
  return documents.every(({ contentHash }) => approval.documentHashes.includes(contentHash));
}

/** What an approval of the stage must name; null while its summary has not been made. */
export function documentsUnderReview(record: CaseRecord, stage: Stage): readonly StageDocument[] | null {
  const documents = record.stageDocuments[stage];
  if (isSandbox(record)) return documents;
  const summary = record.summaries[stage];
  return summary && [summary, ...documents];
}

/** Who may approve: the assigned attorney of a live case, the sandbox reviewer of a test case. */
export function currentReviewer(record: CaseRecord): string | null {
  return isSandbox(record) ? 'sandbox' : record.attorneyId;
}

/** The stage whose documents are under review; null outside review. */
export function stageUnderReview({ state }: Pick<CaseRecord, 'state'>): Stage | null {
  if (state === 'notice_review') return 'notice';
  return state === 'filing_review' ? 'filing' : null;
}
