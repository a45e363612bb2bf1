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

/** Everything about a case that decides what can happen next, and what has been reported of it. Kept in its row. */
export interface CaseRecord {
  readonly caseId: string;
  readonly organizationId: string;
  readonly mode: Mode;
  readonly state: State;
  /** The state that a case on hold returns to; null in every other state. */
  readonly heldFrom: State | null;
  readonly holdReason: HoldReason | null;
  /** The day until which it is held, as reported; null where none was. */
  readonly holdUntil: IsoDate | null;
  readonly submission: SubmissionSnapshot | null;
  /** Sandbox directives that have fired; each fires once in the life of a case. */
  readonly fired: readonly Directive[];
  /** The newest documents of each stage: made by the sandbox, or attached to a live case. */
  readonly stageDocuments: Readonly<Record<Stage, readonly StageDocument[]>>;
  /** Of a live case: the newest summary made for the review of each stage. */
  readonly summaries: Readonly<Record<Stage, CaseSummary | null>>;
  /** The version of facts and uploads, as the row of the case has it. */
  readonly factsVersion: number;
  /** How often the documents of a stage were made; a new revision has new bytes. */
  readonly revisions: Readonly<Record<Stage, number>>;
  readonly approvals: Readonly<Record<Stage, Approval | null>>;
  /** An amended complaint that is prepared while the case continues; null where none is. */
  readonly amendment: Amendment | null;
  /** Who was asked to take the case; null while nobody was, and after a decline. */
  readonly attorneyId: string | null;
  /** That attorney is engaged: they, or the platform for one who does not ask first, have accepted the case. */
  readonly accepted: boolean;
  readonly serviceAttempts: readonly ServiceAttempt[];
  readonly filings: readonly Filing[];
  readonly notice: ServedNotice | null;
  readonly hearing: Hearing | null;
  /** Null also once it was vacated: another hearing is set then. */
  readonly judgment: Judgment | null;
  readonly cureReports: readonly { readonly reportedAt: string }[];
  /** A withdrawal that waits for the attorney to confirm that all work has stopped. */
  readonly withdrawal: { readonly requestedAt: string } | null;
  /** The day on which the court dismissed its case, as reported. */
  readonly dismissedOn: IsoDate | null;
  /** The number that the court gave the case; null before it is accepted. */
  readonly courtCaseNumber: string | null;
  readonly deadlines: readonly RecordedDeadline[];
  readonly failure: StepFailure | null;
  /** A mail about the case has exhausted its retries since the last state change. It does not block the case. */
  readonly mailFailed: boolean;
  /** The case is a draft again because the reviewer asked for changes. */
  readonly changesRequested: boolean;
  /** Epoch milliseconds on the case's clock when the case came to rest in its state. */
  readonly restingSince: number;
  /** The number of the last event. */
  readonly sequence: number;
}

/** The part of the facts that decides how a case continues, taken when they are frozen at submit. */
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
  /** The defendants, by index in the parties of the facts. */
  readonly defendants: readonly number[];
  /** Of the facts and uploads that were frozen. */
  readonly factsVersion: number;
  /** Incremented when parties, property, ground, amount owed or violation change, which a served notice states. */
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
  /** Of an attached document: the number of filings before it. */
  readonly afterFilings?: number;
}

/** Prints every fact and the hash of every exhibit, so that an approval of its hash covers them all. */
interface CaseSummary extends StageDocument {
  /** Of the facts and uploads that it was made from. */
  readonly factsVersion: number;
}

/** An approval covers exact bytes and is bound to its reviewer. */
export interface Approval {
  readonly reviewer: string;
  /** The day on which it was given, in the last US time zone: nothing is served or filed before it. */
  readonly givenOn: IsoDate;
  readonly documentHashes: readonly string[];
  /** The bytes have been served or filed: the approval stays valid even if the attorney changes. */
  readonly used?: true;
}

/** It has the summary of the filing, made anew, and an approval of its own. */
interface Amendment {
  readonly documents: readonly StageDocument[];
  readonly approval: Approval | null;
}

export interface ServiceAttempt {
  readonly id: string;
  readonly stage: ServiceStage;
  readonly method: ServiceMethod;
  /** The defendant, by index in the parties; null: everyone whom service has to reach. */
  readonly partyIndex: number | null;
  readonly status: 'pending' | 'served' | 'failed';
  readonly servedDate: IsoDate | null;
  /** Of a served notice: the reported end of its period, and the law that determines it. */
  readonly expires: IsoDate | null;
  readonly citation: string | null;
  readonly failureReason: string | null;
  /** With this service the attorney went on without the other defendants. */
  readonly restNotNeeded?: true;
  /** Attempts of one sending out have the same number. */
  readonly round: number;
}

/** A date of the platform, or one that was reported, with an id. */
export interface RecordedDeadline extends Deadline {
  readonly id?: string;
}

/** What the court has set. */
export interface Hearing {
  readonly date: IsoDate;
  /** `HH:MM` where the court is. */
  readonly time?: string;
  readonly place?: string;
}

export interface Filing {
  readonly id: string;
  readonly status: 'submitted' | 'accepted' | 'rejected';
  readonly envelopeId: string | null;
  readonly courtCaseNumber: string | null;
  /** The day on which it was filed, as reported. */
  readonly filedOn?: IsoDate | null;
  /** Null unless the court returned it. */
  readonly rejectionReasons: readonly RejectionReason[] | null;
}

export interface RejectionReason {
  readonly code: RejectionCode;
  readonly description: string;
}

interface ServedNotice {
  readonly servedDate: IsoDate;
  readonly method: ServiceMethod;
  /** The last day of the notice period, which belongs to the tenant; null where the attorney reported none. */
  readonly expires: IsoDate | null;
  readonly factsVersion: number;
}

/** A judgment as reported. */
export interface Judgment {
  readonly outcome: JudgmentOutcome;
  /** Null where it was not reported. */
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
  /** When the first of them failed, epoch milliseconds on the case's clock. */
  readonly since: number;
  /** When it is retried, epoch milliseconds on the case's clock; null if it waits for an operator. */
  readonly retryAt: number | null;
}

/** Whether a failed step waits for an operator. */
export function retriesExhausted({ retryAt }: StepFailure): boolean {
  return retryAt === null;
}
