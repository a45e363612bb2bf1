import type {
  CaseFacts,
  CaseRecord,
  Deadline,
  DocumentKind,
  DocumentPurpose,
  EntryPoint,
  GateResults,
  Ground,
  JudgmentManner,
  JudgmentOutcome,
  Mode,
  PreparedNextAction,
  PackVersions,
  ServiceMethod,
  ServiceStage,
  State,
} from '@evict/case-model';

/** The cases that a customer may see: those of one organization in one mode. */
export interface Scope {
  organizationId: string;
  mode: Mode;
}

/** A case as it is read for commands, attorneys and responses. */
export interface CaseRow {
  id: string;
  organizationId: string;
  mode: Mode;
  state: State;
  heldFrom: State | null;
  ground: Ground;
  entryPoint: EntryPoint;
  jurisdiction: string;
  facts: CaseFacts;
  gates: GateResults | null;
  packVersions: PackVersions | null;
  progress: StoredProgress;
  deadlines: Deadline[];
  courtCaseNumber: string | null;
  reference: string | null;
  attorney: EngagedAttorney | null;
  nextAction: PreparedNextAction;
  clock: Date;
  clockAheadMs: number;
  /** The database's clock when the row was read, in epoch milliseconds. */
  now: number;
  /** The data on which decisions are based. Null before the first command. */
  record: CaseRecord | null;
  /** Incremented with every change of the facts or uploads. */
  factsVersion: number;
  /** The sequence number of the last event. */
  sequence: number;
  failedStep: string | null;
  retryAt: Date | null;
  /** When the details of the case were erased. */
  erasedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /**
   * Charges minus payments, or null without a ledger. Inexact above 2^53, which takes more than a thousand ledger lines
   * with the largest amount.
   */
  ledgerBalanceCents: number | null;
  documents: DocumentRow[];
}

/** The attorney engaged for a case, as the customer sees them. */
interface EngagedAttorney {
  /** Null once their account is erased. */
  name: string | null;
  /** The property's state, if the attorney is licensed there. Otherwise this and the bar number are null. */
  licensedIn: string | null;
  barNumber: string | null;
}

/** The progress of a case, with times on the case's clock. */
export interface StoredProgress {
  notice?: { servedDate: string; method: ServiceMethod; expires: string | null } | null;
  hearing?: { date: string; time?: string; place?: string } | null;
  judgment?: {
    outcome: JudgmentOutcome;
    date: string | null;
    manner?: JudgmentManner;
    withPrejudice?: boolean;
    amountCents?: number;
    costsCents?: number;
  } | null;
  /** `needsDismissal` and `dismissedOn` refer to the court case. */
  withdrawal?: { requestedAt: string; needsDismissal: boolean; dismissedOn: string | null } | null;
  cureReports?: { reportedAt: string }[];
  service?: {
    stage: ServiceStage;
    partyIndex: number | null;
    status: 'pending' | 'served' | 'failed';
    method: ServiceMethod;
    servedDate: string | null;
  }[];
}

export interface DocumentRow {
  id: string;
  kind: DocumentKind;
  specId: string | null;
  purpose: DocumentPurpose | null;
  filename: string;
  contentType: string;
  contentHash: string;
  /** For uploads: the file is a PDF that can't be opened without a password. */
  needsPassword: boolean;
  /** The user or API key that uploaded it. Null if it isn't a customer's upload. */
  authorId: string | null;
  createdAt: Date;
}
