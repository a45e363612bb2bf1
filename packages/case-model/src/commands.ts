import type { IsoDate, ServiceMethod, ServiceStage } from './facts.ts';
import type { SubmissionSnapshot, JudgmentOutcome, RejectionCode, Stage, StageDocument, StepName } from './record.ts';

/** Every command on a case. Each arrives as one Update of its workflow, or from the workflow's own timer. */
export type Command = CustomerCommand | AttorneyCommand | OperatorCommand | PlatformCommand;

export type CustomerCommand =
  | {
      kind: 'submit';
      /** The part of the frozen facts that may enter Temporal. */
      submission: SubmissionSnapshot;
      /** On resubmission: the case's attorney is no longer eligible. */
      attorneyLapsed?: boolean;
    }
  | { kind: 'report_cure' }
  | { kind: 'withdraw' };

export type AttorneyCommand =
  | {
      kind: 'review';
      attorneyId: string;
      eligible: boolean;
      decision: ReviewDecision;
      documentHashes: readonly string[];
      /** Hashes of the case's other current documents, which an approval may also name. */
      otherHashes: readonly string[];
    }
  | { kind: 'outcome'; attorneyId: string; eligible: boolean; outcome: Outcome };

export const reviewDecisions = ['approve', 'reject', 'request_changes'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export type Outcome =
  | { type: 'hearing_scheduled'; date: IsoDate }
  | { type: 'judgment'; outcome: JudgmentOutcome }
  | { type: 'writ_requested' }
  | { type: 'writ_issued' }
  | { type: 'closed' };

/** `operator` is the operator's name. Free text is stored separately beforehand and is never part of a command. */
export type OperatorCommand = { operator: string } & (
  | {
      kind: 'record_service';
      stage: ServiceStage;
      status: 'pending' | 'served' | 'failed';
      method: ServiceMethod;
      /** The day of service, for `served`. */
      date: IsoDate | null;
      /** For a served notice: the last day of the notice period, as the attorney reports it. */
      expires: IsoDate | null;
    }
  | {
      kind: 'record_filing';
      status: 'submitted' | 'accepted' | 'rejected';
      rejectionCodes: readonly RejectionCode[];
    }
  | { kind: 'hold' }
  | { kind: 'resume' }
  | { kind: 'confirm_withdrawal' }
  | { kind: 'cure' }
  | { kind: 'expire_notice' }
  | { kind: 'rework_filing' }
  /** The bytes are already stored. `replaces`: ids of the attached documents that it replaces. */
  | { kind: 'attach'; as: AttachmentKind; document: AttachedDocument; replaces: readonly string[] }
  /** `eligible` as the sender saw it; the workflow checks again. */
  | { kind: 'assign'; attorneyId: string; eligible: boolean }
  | { kind: 'retry_step' }
);

/** A document is attached for the review of a stage, or as a proof of service. */
export const attachmentKinds = ['notice', 'filing', 'proof'] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

export interface AttachedDocument {
  readonly id: string;
  /** SHA-256 of the bytes, hex. */
  readonly contentHash: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

export type PlatformCommand =
  /** An eligible attorney was found. */
  | { kind: 'engage'; attorneyId: string }
  /** An idle draft or sandbox case is withdrawn. */
  | { kind: 'withdraw_idle' }
  /** The notice period of a live case ended on its reported date. */
  | { kind: 'end_notice_period' }
  /** The documents of a stage under review were rendered. */
  | { kind: 'documents_made'; stage: Stage; documents: readonly StageDocument[] }
  /** The summary of a live case was rendered from that version of facts and uploads. */
  | { kind: 'summary_made'; stage: Stage; summary: StageDocument; factsVersion: number }
  /** Evidence was added after submit. */
  | { kind: 'evidence_added'; factsVersion: number }
  /** The pending step is due: its timer fired, or a sandbox user advanced the case. */
  | { kind: 'take_step'; documents: readonly StageDocument[] }
  | { kind: 'step_failed'; step: StepName; errorClass: string }
  /** A mail about the case has exhausted its retries. */
  | { kind: 'mail_failed'; attempt: number; errorClass: string };

export type CommandKind = Command['kind'];

/** Whose stored request a command needs before it can be recorded. */
export type Authority = 'attorney' | 'operator';

interface CommandRule {
  /** Null: it needs none. */
  readonly authority: Authority | null;
  /** Its payload is verified against the database before it is recorded. */
  readonly isVerified: boolean;
}

export const commandRules = {
  review: { authority: 'attorney', isVerified: true },
  outcome: { authority: 'attorney', isVerified: true },
  record_service: { authority: 'operator', isVerified: false },
  record_filing: { authority: 'operator', isVerified: false },
  hold: { authority: 'operator', isVerified: false },
  resume: { authority: 'operator', isVerified: false },
  confirm_withdrawal: { authority: 'operator', isVerified: false },
  cure: { authority: 'operator', isVerified: false },
  expire_notice: { authority: 'operator', isVerified: false },
  rework_filing: { authority: 'operator', isVerified: false },
  attach: { authority: 'operator', isVerified: true },
  assign: { authority: 'operator', isVerified: true },
  retry_step: { authority: 'operator', isVerified: false },
  submit: { authority: null, isVerified: true },
  report_cure: { authority: null, isVerified: false },
  withdraw: { authority: null, isVerified: false },
  engage: { authority: null, isVerified: true },
  withdraw_idle: { authority: null, isVerified: true },
  end_notice_period: { authority: null, isVerified: false },
  documents_made: { authority: null, isVerified: false },
  summary_made: { authority: null, isVerified: true },
  evidence_added: { authority: null, isVerified: true },
  take_step: { authority: null, isVerified: false },
  step_failed: { authority: null, isVerified: false },
  mail_failed: { authority: null, isVerified: true },
} as const satisfies Record<CommandKind, CommandRule>;

export type VerifiedKind = {
  [K in CommandKind]: (typeof commandRules)[K]['isVerified'] extends true ? K : never;
}[CommandKind];

/** The commands that need a stored request of their author. */
export type AuthorizedCommand = AttorneyCommand | OperatorCommand;

/** A command as its author gave it, without the fields that are looked up when it is decided. */
export type GivenCommand = Given<AuthorizedCommand>;
type Given<T> = T extends unknown ? Omit<T, 'eligible' | 'otherHashes'> : never;

export function asGiven(command: AuthorizedCommand | GivenCommand): GivenCommand {
  const {
    eligible: _eligible,
    otherHashes: _otherHashes,
    ...given
  } = { eligible: null, otherHashes: null, ...command };
  return given;
}
