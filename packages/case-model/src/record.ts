import type {
  Deadline,
  EntryPoint,
  Ground,
  IsoDate,
  ServiceMethod,
  ServicememberAnswer,
  ServiceStage,
} from './facts.ts';
import type { Mode } from './mode.ts';
import type { State } from './states.ts';
import type { Directive, HoldReason, JudgmentManner, JudgmentOutcome, RejectionCode } from './vocabulary.ts';

/**
 * Everything that decides what can happen next in a case, including the reported service, filings and court outcomes.
 * Stored in the case's row.
 */
export interface CaseRecord {
  readonly caseId: string;
  readonly organizationId: string;
  readonly mode: Mode;
  readonly state: State;
  /** The state to which a case on hold returns. Null if it isn't on hold. */
  readonly heldFrom: State | null;
  readonly holdReason: HoldReason | null;
  /** The reported last day of the hold. Null if none was reported. */
  readonly holdUntil: IsoDate | null;
  readonly submission: SubmissionSnapshot | null;
  /** The sandbox directives that have fired. Each fires once per case. */
  readonly fired: readonly Directive[];
  /** The current documents of each stage: made by the sandbox, or attached to a live case. */
  readonly stageDocuments: Readonly<Record<Stage, readonly StageDocument[]>>;
  /** The newest summary for the review of each stage. Live cases only. */
  readonly summaries: Readonly<Record<Stage, CaseSummary | null>>;
  /** The version of the facts and uploads, copied from the case's row. */
  readonly factsVersion: number;
  /** How many times the documents of each stage have been made or changed. Each revision has different bytes. */
  readonly revisions: Readonly<Record<Stage, number>>;
  readonly approvals: Readonly<Record<Stage, Approval | null>>;
  /** The amended complaint that is being prepared while the case continues, or null. */
  readonly amendment: Amendment | null;
  /** The attorney who was asked to take the case. Null if none was asked, or if they declined. */
  readonly attorneyId: string | null;
  /**
   * Whether that attorney is engaged. Either they accepted the case, or the platform accepted for an attorney who
   * doesn't decide case by case.
   */
  readonly accepted: boolean;
  readonly serviceAttempts: readonly ServiceAttempt[];
  readonly filings: readonly Filing[];
  readonly notice: ServedNotice | null;
  readonly hearing: Hearing | null;
  /** Null before a judgment, and again once it is vacated. */
  readonly judgment: Judgment | null;
  readonly cureReports: readonly { readonly reportedAt: string }[];
  /** A requested withdrawal. While the case is open, it waits for the attorney to confirm that all work has stopped. */
  readonly withdrawal: { readonly requestedAt: string } | null;
  /** The day on which the court dismissed its case, as reported. Null if no dismissal was reported. */
  readonly dismissedOn: IsoDate | null;
  /** The court's case number. Null until it is reported. */
  readonly courtCaseNumber: string | null;
  readonly deadlines: readonly RecordedDeadline[];
  readonly failure: StepFailure | null;
  /** An email about the case has used up its retries since the last state change. This doesn't block the case. */
  readonly mailFailed: boolean;
  /** The case has returned to draft because the reviewer asked for changes. */
  readonly changesRequested: boolean;
  /**
   * When the case entered its current state, or when the sandbox last repeated service in it, in epoch milliseconds on
   * its clock.
   */
  readonly restingSince: number;
  /** The sequence number of the last event. */
  readonly sequence: number;
}

/** The part of the facts that later decisions depend on. Taken when a submit freezes the facts. */
export interface SubmissionSnapshot {
  readonly ground: Ground;
  readonly entryPoint: EntryPoint;
  /** The property's US state, in capitals. */
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
  /** The defendants, by index in the parties of the facts. */
  readonly defendants: readonly number[];
  /** The version of the facts and uploads that were frozen. */
  readonly factsVersion: number;
  /** Incremented when the facts stated in a notice change: parties, property, ground, amount owed or violation. */
  readonly noticeFactsVersion: number;
  /** How long the sandbox reviewer waits before reviewing, in milliseconds. */
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
  /** For an attached document: how many filings existed when it was attached. */
  readonly afterFilings?: number;
}

/** A case summary. It prints every fact and the hash of every exhibit, so approving its hash approves them all. */
interface CaseSummary extends StageDocument {
  /** The version of the facts and uploads from which it was made. */
  readonly factsVersion: number;
}

/**
 * A reviewer's approval of exact bytes. It is valid only while that reviewer reviews the case, unless it has been used.
 */
export interface Approval {
  readonly reviewer: string;
  /**
   * The day of the approval in the westernmost time zone of the US states. Nothing can be served or filed before it.
   */
  readonly givenOn: IsoDate;
  readonly documentHashes: readonly string[];
  /** The documents have been served or filed, so the approval stays valid even if the attorney changes. */
  readonly used?: true;
}

/** An amended complaint and its approval. The filing stage gets a new summary for it. */
interface Amendment {
  readonly documents: readonly StageDocument[];
  readonly approval: Approval | null;
}

export interface ServiceAttempt {
  readonly id: string;
  readonly stage: ServiceStage;
  readonly method: ServiceMethod;
  /** The defendant, by index in the parties. If null, the attempt covers everyone who has to be served. */
  readonly partyIndex: number | null;
  readonly status: 'pending' | 'served' | 'failed';
  readonly servedDate: IsoDate | null;
  /** For a served notice: the reported last day of its period, and the law that sets it. */
  readonly expires: IsoDate | null;
  readonly citation: string | null;
  readonly failureReason: string | null;
  /** The attorney continued without serving the other defendants. */
  readonly restNotNeeded?: true;
  /** Attempts since the paper was last sent out anew share this number. */
  readonly round: number;
}

/** A deadline. Only one that the attorney or an operator added has an id. */
export interface RecordedDeadline extends Deadline {
  readonly id?: string;
}

export interface Hearing {
  readonly date: IsoDate;
  /** `HH:MM` in the court's local time. */
  readonly time?: string;
  readonly place?: string;
}

export interface Filing {
  readonly id: string;
  readonly status: 'submitted' | 'accepted' | 'rejected';
  readonly envelopeId: string | null;
  readonly courtCaseNumber: string | null;
  /** The reported day of filing. */
  readonly filedOn?: IsoDate | null;
  /** Null unless the court returned the filing. */
  readonly rejectionReasons: readonly RejectionReason[] | null;
}

export interface RejectionReason {
  readonly code: RejectionCode;
  readonly description: string;
}

interface ServedNotice {
  readonly servedDate: IsoDate;
  readonly method: ServiceMethod;
  /** The last day of the notice period, which still belongs to the tenant. Null if the attorney reported none. */
  readonly expires: IsoDate | null;
  readonly factsVersion: number;
}

/** A judgment as reported. */
export interface Judgment {
  readonly outcome: JudgmentOutcome;
  /** Null if it wasn't reported. */
  readonly date: IsoDate | null;
  readonly manner?: JudgmentManner;
  readonly withPrejudice?: boolean;
  readonly amountCents?: number;
  readonly costsCents?: number;
}

/** The kinds of work that can fail and be retried. */
export type StepName = 'render_documents' | 'engage_attorney' | 'send_mail';

export interface StepFailure {
  readonly step: StepName;
  /** The number of failed attempts so far. */
  readonly attempt: number;
  /** When the first attempt failed, in epoch milliseconds on the case's clock. */
  readonly since: number;
  /** When the step is due again, in epoch milliseconds on the case's clock. Null if it waits for an operator. */
  readonly retryAt: number | null;
}

/** Whether a failed step has no automatic retries left and waits for an operator. */
export function retriesExhausted({ retryAt }: StepFailure): boolean {
  return retryAt === null;
}
