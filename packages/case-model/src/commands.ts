import type { CustomerFactKind, FactKind } from './events.ts';
import type { IsoDate, ServiceMethod, ServiceStage } from './facts.ts';
import type {
  JudgmentManner,
  JudgmentOutcome,
  RejectionReason,
  ReportedHoldReason,
  Stage,
  StageDocument,
  StepName,
  SubmissionSnapshot,
} from './record.ts';

/** Every command on a case, as it is decided. What falls due by itself is a command of the platform. */
export type Command = CustomerCommand | AttorneyCommand | OperatorCommand | PlatformCommand;

export type CustomerCommand =
  | {
      kind: 'submit';
      /** Looked up: the part of the frozen facts that decides how the case goes on. */
      submission: SubmissionSnapshot;
      /** Looked up, on resubmission: the case's attorney is no longer eligible. */
      attorneyLapsed?: boolean;
      /** Looked up: what is attested to, word for word, and who does. */
      attested?: Readonly<Record<string, unknown>>;
    }
  | { kind: 'report_cure' }
  | { kind: 'withdraw' }
  | { kind: 'report_fact'; fact: CustomerFactKind; date: IsoDate; detail?: string }
  /** Takes the step that a sandbox case waited for at that sequence. Made: the documents of the step. */
  | { kind: 'advance'; sequence: number; documents: readonly StageDocument[] };

/** A command of an attorney. `eligible`, looked up: verified, and licensed in the property's state. */
export type AttorneyCommand = { attorneyId: string; eligible: boolean } & (
  | {
      kind: 'review';
      decision: ReviewDecision;
      documentHashes: readonly string[];
      notes?: string;
      /** Looked up: hashes of the case's other current documents, which an approval may also name. */
      otherHashes: readonly string[];
    }
  /** The attorney has checked for conflicts and takes the case. */
  | { kind: 'accept' }
  | Casework
);

export const reviewDecisions = ['approve', 'reject', 'request_changes'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export type Outcome =
  | { type: 'hearing_scheduled'; date: IsoDate }
  | ({ type: 'judgment'; outcome: JudgmentOutcome } & JudgmentFacts)
  | { type: 'writ_requested' }
  | { type: 'writ_issued' }
  /** `dismissedOn`: the day on which the court dismissed its case. */
  | { type: 'closed'; dismissedOn?: IsoDate };

/** What is reported of a judgment beside its outcome, each optional. */
export interface JudgmentFacts {
  date?: IsoDate;
  manner?: JudgmentManner;
  withPrejudice?: boolean;
  amountCents?: number;
  costsCents?: number;
}

/** A command of an operator: why, and on whose word. That of a hold says why in its notes. */
export type OperatorCommand = { operator: string; onWordOf?: string; reason?: string } & (
  | Casework
  | { kind: 'confirm_withdrawal'; dismissedOn?: IsoDate }
  | { kind: 'cure' }
  | { kind: 'expire_notice' }
  | { kind: 'rework_filing' }
  | ({ kind: 'assign'; eligible: boolean } & AskedAttorney)
  | { kind: 'retry_step' }
);

/**
 * What the attorney of a live case reports, or an operator on the attorney's word: the same command from another
 * author.
 */
export type Casework =
  | {
      kind: 'record_service';
      stage: ServiceStage;
      status: 'pending' | 'served' | 'failed';
      method: ServiceMethod;
      /** The defendant, by index in the parties of the facts; absent: everyone whom service has to reach. */
      partyIndex?: number;
      /** The day of service, for `served`. */
      date: IsoDate | null;
      /** For a served notice: the last day of the notice period, as the attorney reports it. */
      expires: IsoDate | null;
      /** For a served notice: the law that determines that day. */
      citation?: string;
      /** For `failed`. */
      failureReason?: string;
      /** For `served`: the attorney goes on without service on the other defendants. */
      restNotNeeded?: true;
    }
  /** Puts right what was reported of a service; null leaves a date as it is. */
  | {
      kind: 'correct_service';
      attemptId: string;
      date: IsoDate | null;
      expires: IsoDate | null;
      citation?: string;
      reason?: string;
      /** Instead of dates: paper or service was defective, and the service is taken back. */
      voided?: true;
      /** Instead of dates: the attorney goes on without service on the other defendants. */
      restNotNeeded?: true;
    }
  | {
      kind: 'record_filing';
      status: 'submitted' | 'accepted' | 'rejected';
      envelopeId?: string;
      courtCaseNumber?: string;
      rejectionReasons?: readonly RejectionReason[];
    }
  /** Corrects numbers that the court gave. */
  | ({ kind: 'correct_filing'; filingId: string; reason?: string } & { readonly [Name in CourtNumber]?: string })
  /** Corrects the date of the hearing on record. */
  | { kind: 'correct_hearing'; date: IsoDate; reason?: string }
  /** Corrects facts of the judgment on record; what is absent stays. */
  | ({ kind: 'correct_judgment'; reason?: string } & JudgmentFacts)
  /** Without a reason it is the operator's own. `notes`: what else is to be said about it. */
  | { kind: 'hold'; reason?: ReportedHoldReason; until?: IsoDate; notes?: string }
  | { kind: 'resume'; notes?: string }
  | { kind: 'outcome'; outcome: Outcome }
  | { kind: 'set_deadline'; name: string; date: IsoDate; citation: string; reason?: string }
  /** What is absent stays as it is. */
  | { kind: 'change_deadline'; deadlineId: string; name?: string; date?: IsoDate; citation?: string; reason?: string }
  | { kind: 'remove_deadline'; deadlineId: string; reason?: string }
  | { kind: 'record_fact'; fact: FactKind; date: IsoDate; detail?: string }
  /** The bytes are already stored. `replaces`: ids of the attached documents that it replaces. */
  | { kind: 'attach'; as: AttachmentKind; document: AttachedDocument; replaces: readonly string[] };

/** An attorney who is asked to take a case. `asksFirst`: they decide themself whether to accept it. */
export interface AskedAttorney {
  readonly attorneyId: string;
  readonly asksFirst?: boolean;
}

export const courtNumbers = ['envelopeId', 'courtCaseNumber'] as const;
/** A number that the court gives a filing. */
export type CourtNumber = (typeof courtNumbers)[number];

/** A document is attached for the review of a stage, or as a proof of service. */
export const attachmentKinds = ['notice', 'filing', 'proof'] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

export interface AttachedDocument {
  readonly id: string;
  readonly filename: string;
  /** SHA-256 of the bytes, hex. */
  readonly contentHash: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

export type PlatformCommand =
  /** An eligible attorney was found. */
  | ({ kind: 'engage' } & AskedAttorney)
  /** An idle draft or sandbox case is withdrawn. */
  | { kind: 'withdraw_idle' }
  /** The notice period of a live case ended on its reported date. */
  | { kind: 'end_notice_period' }
  /** The documents of a stage under review were rendered. */
  | { kind: 'documents_made'; stage: Stage; documents: readonly StageDocument[] }
  /** The summary of a live case was rendered from that version of facts and uploads. */
  | { kind: 'summary_made'; stage: Stage; summary: StageDocument; factsVersion: number }
  /** The step that a sandbox case waits for is due by its clock. */
  | { kind: 'take_step'; documents: readonly StageDocument[] }
  | { kind: 'step_failed'; step: StepName; errorClass: string }
  /** A mail about the case has exhausted its retries. */
  | { kind: 'mail_failed'; attempt: number; errorClass: string };

export type CommandKind = Command['kind'];

/** Who writes a command, before it is sent. What falls due by itself is decided without one. */
export const authors = ['customer', 'attorney', 'operator', 'platform'] as const;
export type Author = (typeof authors)[number];

/** Who may write each command; the database refuses anybody else. */
export const commandAuthors = {
  submit: ['customer'],
  advance: ['customer'],
  report_cure: ['customer'],
  withdraw: ['customer'],
  report_fact: ['customer'],
  review: ['attorney'],
  accept: ['attorney'],
  outcome: ['attorney', 'operator'],
  record_service: ['attorney', 'operator'],
  correct_service: ['attorney', 'operator'],
  record_filing: ['attorney', 'operator'],
  correct_filing: ['attorney', 'operator'],
  correct_hearing: ['attorney', 'operator'],
  correct_judgment: ['attorney', 'operator'],
  hold: ['attorney', 'operator'],
  resume: ['attorney', 'operator'],
  set_deadline: ['attorney', 'operator'],
  change_deadline: ['attorney', 'operator'],
  remove_deadline: ['attorney', 'operator'],
  record_fact: ['attorney', 'operator'],
  attach: ['attorney', 'operator'],
  confirm_withdrawal: ['operator'],
  cure: ['operator'],
  expire_notice: ['operator'],
  rework_filing: ['operator'],
  assign: ['operator'],
  retry_step: ['operator'],
  withdraw_idle: ['platform'],
  mail_failed: ['platform'],
} as const satisfies Partial<Record<CommandKind, readonly Author[]>>;

/** A command that somebody writes. Each is an Update of its own. */
export type WrittenKind = keyof typeof commandAuthors;
export const writtenKinds = Object.keys(commandAuthors) as WrittenKind[];

/** A command as its author writes it: without who the author is, and without what is looked up when it is decided. */
export type CommandBody = Body<Extract<Command, { kind: WrittenKind }>>;
type Body<T> = T extends { kind: 'assign' }
  ? Omit<T, LookedUp>
  : T extends unknown
    ? Omit<T, LookedUp | 'attorneyId'>
    : never;
type LookedUp =
  | 'attorneyLapsed'
  | 'attested'
  | 'asksFirst'
  | 'documents'
  | 'eligible'
  | 'operator'
  | 'otherHashes'
  | 'submission';
