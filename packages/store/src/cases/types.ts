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

/** The cases that a caller may see: those of one organization in one mode. */
export interface Scope {
  organizationId: string;
  mode: Mode;
}

/** The row of a case for readers. */
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
  /** The database's clock when the row was read, epoch milliseconds. */
  now: number;
  /** Everything that decides what can happen next; null before the first command. */
  record: CaseRecord | null;
  /** Incremented with every change of the facts or uploads. */
  factsVersion: number;
  /** Of the last recorded event. */
  sequence: number;
  failedStep: string | null;
  retryAt: Date | null;
  /** When the details of the case were erased. */
  erasedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Charges minus payments; null without a ledger. Rounded above 2^53, which a thousand of the largest amounts exceed. */
  ledgerBalanceCents: number | null;
  documents: DocumentRow[];
}

/** Whom the customer knows as their attorney. */
interface EngagedAttorney {
  /** Null once their account is erased. */
  name: string | null;
  /** The state of the property; null, like the number, while they are not licensed there. */
  licensedIn: string | null;
  barNumber: string | null;
}

/** Progress on the case's clock. */
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
  /** `needsDismissal` and `dismissedOn` are of the case of the court. */
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
  /** Of an upload: a PDF that nobody opens without a password. */
  needsPassword: boolean;
  /** The user or API key that uploaded it; null for what the service records. */
  authorId: string | null;
  createdAt: Date;
}
