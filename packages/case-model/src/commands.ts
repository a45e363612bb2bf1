import type { CustomerFactKind, FactKind } from './events.ts';
import type { IsoDate, ServiceMethod, ServiceStage } from './facts.ts';
import type {
  JudgmentManner,
  JudgmentOutcome,
  RejectionCode,
  ReportedHoldReason,
  Stage,
  StageDocument,
  StepName,
  SubmissionSnapshot,
} from './record.ts';

/** Every command on a case. Each arrives as one Update of its workflow, or from the workflow's own timer. */
export type Command = CustomerCommand | CustomerReport | AttorneyCommand | OperatorCommand | PlatformCommand;

export type CustomerCommand =
  | {
      kind: 'submit';
      /** The part of the frozen facts that may enter Temporal. */
      submission: SubmissionSnapshot;
      /** On resubmission: the case's attorney is no longer eligible. */
      attorneyLapsed?: boolean;
      /** The id of the user or the API key that submits, who attests. */
      by?: string;
    }
  | { kind: 'report_cure' }
  | { kind: 'withdraw' };

/** What a customer reports with text, which is stored separately beforehand and is never part of the command. */
export type CustomerReport = { kind: 'report_fact'; fact: CustomerFactKind; date: IsoDate };

/** A command in the name of an attorney. `eligible`: verified, and licensed in the property's state. */
export type AttorneyCommand = { attorneyId: string; eligible: boolean } & (
  | {
      kind: 'review';
      decision: ReviewDecision;
      documentHashes: readonly string[];
      /** Hashes of the case's other current documents, which an approval may also name. */
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
  /** Amounts and costs are text: they stay out of the command. */
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
}

export const judgmentAmounts = ['amountCents', 'costsCents'] as const;
/** An amount that a court awarded. */
export type JudgmentAmount = (typeof judgmentAmounts)[number];

/** A command in the name of an operator. */
export type OperatorCommand = { operator: string } & (
  | Casework
  | { kind: 'confirm_withdrawal'; dismissedOn?: IsoDate }
  | { kind: 'cure' }
  | { kind: 'expire_notice' }
  | { kind: 'rework_filing' }
  /** `eligible` as the sender saw it; the workflow checks again. */
  | ({ kind: 'assign'; eligible: boolean } & AskedAttorney)
  | { kind: 'retry_step' }
);

/**
 * What the attorney of a live case reports, or an operator on the attorney's word: the same command from another
 * author. Free text is stored separately beforehand and is never part of a command.
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
      /** For `served`: the attorney goes on without service on the other defendants. */
      restNotNeeded?: true;
    }
  /** Puts right what was reported of a service; null leaves a date as it is. */
  | {
      kind: 'correct_service';
      attemptId: string;
      date: IsoDate | null;
      expires: IsoDate | null;
      /** The citation is put right too. */
      citation: boolean;
      /** Instead of dates: paper or service was defective, and the service is taken back. */
      voided?: true;
      /** Instead of dates: the attorney goes on without service on the other defendants. */
      restNotNeeded?: true;
    }
  | {
      kind: 'record_filing';
      status: 'submitted' | 'accepted' | 'rejected';
      rejectionCodes: readonly RejectionCode[];
    }
  /** Puts right numbers that the court gave, which are text. */
  | { kind: 'correct_filing'; filingId: string; fields: readonly CourtNumber[] }
  /** Puts right the date of the hearing on record. */
  | { kind: 'correct_hearing'; date: IsoDate }
  /** Puts right facts of the judgment on record; what is absent stays. `amounts` names those that change, which are text. */
  | ({ kind: 'correct_judgment'; amounts: readonly JudgmentAmount[] } & JudgmentFacts)
  /** Without a reason it is the operator's own. */
  | { kind: 'hold'; reason?: ReportedHoldReason; until?: IsoDate }
  | { kind: 'resume' }
  | { kind: 'outcome'; outcome: Outcome }
  /** Name and citation of a deadline are text. */
  | { kind: 'set_deadline'; date: IsoDate }
  /** A null date stays as it is. */
  | { kind: 'change_deadline'; deadlineId: string; date: IsoDate | null }
  | { kind: 'remove_deadline'; deadlineId: string }
  | { kind: 'record_fact'; fact: FactKind; date: IsoDate }
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
  /** Evidence was added after submit. */
  | { kind: 'evidence_added'; factsVersion: number }
  /** The pending step is due: its timer fired, or a sandbox user advanced the case. */
  | { kind: 'take_step'; documents: readonly StageDocument[] }
  | { kind: 'step_failed'; step: StepName; errorClass: string }
  /** A mail about the case has exhausted its retries. */
  | { kind: 'mail_failed'; attempt: number; errorClass: string };

export type CommandKind = Command['kind'];

/** Who can write a command. Its transition is recorded only if its author has stored the same beforehand. */
export type Author = 'attorney' | 'operator' | 'customer';

interface CommandRule {
  /** Empty: nobody has to write it. */
  readonly authors: readonly Author[];
  /** Its payload is verified against the database before it is recorded. */
  readonly isVerified: boolean;
}

const attorneyOnly = ['attorney'] as const;
const operatorOnly = ['operator'] as const;
const customerOnly = ['customer'] as const;
const either = ['attorney', 'operator'] as const;

export const commandRules = {
  review: { authors: attorneyOnly, isVerified: true },
  outcome: { authors: either, isVerified: false },
  accept: { authors: attorneyOnly, isVerified: false },
  record_service: { authors: either, isVerified: false },
  correct_service: { authors: either, isVerified: false },
  record_filing: { authors: either, isVerified: false },
  correct_filing: { authors: either, isVerified: false },
  correct_hearing: { authors: either, isVerified: false },
  correct_judgment: { authors: either, isVerified: false },
  hold: { authors: either, isVerified: false },
  resume: { authors: either, isVerified: false },
  set_deadline: { authors: either, isVerified: false },
  change_deadline: { authors: either, isVerified: false },
  remove_deadline: { authors: either, isVerified: false },
  record_fact: { authors: either, isVerified: false },
  report_fact: { authors: customerOnly, isVerified: false },
  attach: { authors: either, isVerified: true },
  confirm_withdrawal: { authors: operatorOnly, isVerified: false },
  cure: { authors: operatorOnly, isVerified: false },
  expire_notice: { authors: operatorOnly, isVerified: false },
  rework_filing: { authors: operatorOnly, isVerified: false },
  assign: { authors: operatorOnly, isVerified: true },
  retry_step: { authors: operatorOnly, isVerified: false },
  submit: { authors: [], isVerified: true },
  report_cure: { authors: [], isVerified: false },
  withdraw: { authors: [], isVerified: false },
  engage: { authors: [], isVerified: true },
  withdraw_idle: { authors: [], isVerified: true },
  end_notice_period: { authors: [], isVerified: false },
  documents_made: { authors: [], isVerified: false },
  summary_made: { authors: [], isVerified: true },
  evidence_added: { authors: [], isVerified: true },
  take_step: { authors: [], isVerified: false },
  step_failed: { authors: [], isVerified: false },
  mail_failed: { authors: [], isVerified: true },
} as const satisfies Record<CommandKind, CommandRule>;

export type VerifiedKind = {
  [K in CommandKind]: (typeof commandRules)[K]['isVerified'] extends true ? K : never;
}[CommandKind];

/** The commands that their author writes before they are sent. */
export type WrittenCommand = AttorneyCommand | OperatorCommand | CustomerReport;

/** A command as its author gave it, without the fields that are looked up when it is decided. */
export type GivenCommand = Given<WrittenCommand>;
type Given<T> = T extends unknown ? Omit<T, 'eligible' | 'asksFirst' | 'otherHashes'> : never;

/** In whose name a command is; null if its kind has no authors. Who wrote it is verified when it is recorded. */
export function authorOf(command: Command | GivenCommand): Author | null {
  const authors: readonly Author[] = commandRules[command.kind].authors;
  if (authors.length === 0) return null;
  if (authors.includes('customer')) return 'customer';
  return 'operator' in command ? 'operator' : 'attorney';
}

export function asGiven(command: WrittenCommand | GivenCommand): GivenCommand {
  const {
    eligible: _eligible,
    asksFirst: _asksFirst,
    otherHashes: _otherHashes,
    ...given
  } = { eligible: null, asksFirst: null, otherHashes: null, ...command };
  return given;
}
