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

/** Everything about a case that decides what can happen next, and what was reported about it. Stored in its row. */
export interface CaseRecord {
  readonly caseId: string;
  readonly organizationId: string;
  readonly mode: Mode;
  readonly state: State;
  /** The state to which a case on hold returns; null in any other state. */
  readonly heldFrom: State | null;
  readonly holdReason: HoldReason | null;
  /** The reported last day of the hold, or null. */
  readonly holdUntil: IsoDate | null;
  readonly submission: SubmissionSnapshot | null;
  /** Sandbox directives that have fired. Each fires once in the life of a case. */
  readonly fired: readonly Directive[];
  /** The newest documents of each stage: made by the sandbox, or attached to a live case. */
  readonly stageDocuments: Readonly<Record<Stage, readonly StageDocument[]>>;
  /** For a live case, the newest summary for the review of each stage. */
  readonly summaries: Readonly<Record<Stage, CaseSummary | null>>;
  /** The version of facts and uploads, as in the row of the case. */
  readonly factsVersion: number;
  /** How often the documents of a stage have been made. A new revision has new bytes. */
  readonly revisions: Readonly<Record<Stage, number>>;
  readonly approvals: Readonly<Record<Stage, Approval | null>>;
  /** An amended complaint that is being prepared while the case continues, or null. */
  readonly amendment: Amendment | null;
  /** The attorney who was asked to take the case. Null if nobody was, and after a decline. */
  readonly attorneyId: string | null;
  /**
   * Whether that attorney is engaged: they have accepted the case, or the platform has on behalf of one who does not
   * ask first.
   */
  readonly accepted: boolean;
  readonly serviceAttempts: readonly ServiceAttempt[];
  readonly filings: readonly Filing[];
  readonly notice: ServedNotice | null;
  readonly hearing: Hearing | null;
  /** Also null once the judgment was vacated; another hearing follows. */
  readonly judgment: Judgment | null;
  readonly cureReports: readonly { readonly reportedAt: string }[];
  /** A withdrawal that waits until the attorney confirms that all work has stopped. */
  readonly withdrawal: { readonly requestedAt: string } | null;
  /** The day on which the court dismissed its case, as reported. */
  readonly dismissedOn: IsoDate | null;
  /** The court's case number. Null before the filing is accepted. */
  readonly courtCaseNumber: string | null;
  readonly deadlines: readonly RecordedDeadline[];
  readonly failure: StepFailure | null;
  /** A mail about the case has used up its retries since the last state change. This doesn't block the case. */
  readonly mailFailed: boolean;
  /** The case is a draft again because the reviewer asked for changes. */
  readonly changesRequested: boolean;
  /** When the case reached its state, in epoch milliseconds on its clock. */
  readonly restingSince: number;
  /** The sequence of the last event. */
  readonly sequence: number;
}

/** The part of the facts that decides how a case continues, taken when a submit freezes them. */
export interface SubmissionSnapshot {
  readonly ground: Ground;
  readonly entryPoint: EntryPoint;
  /** The property's state, in capitals. */
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
  /** The version of the frozen facts and uploads. */
  readonly factsVersion: number;
  /** Incremented when parties, property, ground, amount owed or violation change, all of which a notice states. */
  readonly noticeFactsVersion: number;
  /** How long the sandbox reviewer waits. */
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
  /** For an attached document, the number of filings before it. */
  readonly afterFilings?: number;
}

/** A summary prints every fact and the hash of every exhibit, so that approving its hash covers them all. */
interface CaseSummary extends StageDocument {
  /** The version of the facts and uploads that it was made from. */
  readonly factsVersion: number;
}

/** An approval covers exact bytes and is bound to its reviewer. */
export interface Approval {
  readonly reviewer: string;
  /** The day of the approval in the westernmost US time zone. Nothing is served or filed before it. */
  readonly givenOn: IsoDate;
  readonly documentHashes: readonly string[];
  /** The bytes have been served or filed, so the approval stays valid even if the attorney changes. */
  readonly used?: true;
}

/** An amendment has a new summary of the filing and an approval of its own. */
interface Amendment {
  readonly documents: readonly StageDocument[];
  readonly approval: Approval | null;
}

export interface ServiceAttempt {
  readonly id: string;
  readonly stage: ServiceStage;
  readonly method: ServiceMethod;
  /** The defendant, by index in the parties. Null means everyone who has to be served. */
  readonly partyIndex: number | null;
  readonly status: 'pending' | 'served' | 'failed';
  readonly servedDate: IsoDate | null;
  /** For a served notice: the reported end of its period, and the law that sets it. */
  readonly expires: IsoDate | null;
  readonly citation: string | null;
  readonly failureReason: string | null;
  /** With this service the attorney continued without the other defendants. */
  readonly restNotNeeded?: true;
  /** Attempts of the same round share this number; each sending out starts a round. */
  readonly round: number;
}

/** A deadline of the platform, or a reported one, which has an id. */
export interface RecordedDeadline extends Deadline {
  readonly id?: string;
}

/** A hearing that the court has set. */
export interface Hearing {
  readonly date: IsoDate;
  /** `HH:MM` at the court's location. */
  readonly time?: string;
  readonly place?: string;
}

export interface Filing {
  readonly id: string;
  readonly status: 'submitted' | 'accepted' | 'rejected';
  readonly envelopeId: string | null;
  readonly courtCaseNumber: string | null;
  /** The day of filing, as reported. */
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
  /** The last day of the notice period, which belongs to the tenant. Null if the attorney reported none. */
  readonly expires: IsoDate | null;
  readonly factsVersion: number;
}

/** A judgment, as reported. */
export interface Judgment {
  readonly outcome: JudgmentOutcome;
  /** Null if it wasn't reported. */
  readonly date: IsoDate | null;
  readonly manner?: JudgmentManner;
  readonly withPrejudice?: boolean;
  readonly amountCents?: number;
  readonly costsCents?: number;
}

/** Work that a case waits for and that can fail. */
export type StepName = 'render_documents' | 'engage_attorney' | 'send_mail';

export interface StepFailure {
  readonly step: StepName;
  /** Attempts so far. */
  readonly attempt: number;
  /** When the first attempt failed, in epoch milliseconds on the case's clock. */
  readonly since: number;
  /** When it is retried, in epoch milliseconds on the case's clock. Null if it waits for an operator. */
  readonly retryAt: number | null;
}

/** Whether a failed step waits for an operator. */
export function retriesExhausted({ retryAt }: StepFailure): boolean {
  return retryAt === null;
}
