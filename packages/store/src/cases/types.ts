import type {
  CaseFacts,
  Deadline,
  DocumentKind,
  DocumentPurpose,
  EntryPoint,
  GateResults,
  Ground,
  JudgmentOutcome,
  Mode,
  NextAction,
  PackVersions,
  ServiceMethod,
  State,
} from '@evict/case-model';

/** Whose cases a caller may see: those of its organization and mode. */
export interface Scope {
  organizationId: string;
  mode: Mode;
}

/** The read row of a case, as a reader needs it. */
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
  nextAction: NextAction;
  clock: Date;
  clockAheadMs: number;
  /** Of the last recorded event. */
  sequence: number;
  failedStep: string | null;
  retryAt: Date | null;
  /** When its details were erased. */
  erasedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  documents: DocumentRow[];
}

/** Of the row as much as a case is shown with: what the gates said, and what commands need, stays where it is. */
export type ShownCase = Omit<
  CaseRow,
  | 'organizationId'
  | 'ground'
  | 'entryPoint'
  | 'jurisdiction'
  | 'gates'
  | 'clockAheadMs'
  | 'sequence'
  | 'failedStep'
  | 'retryAt'
>;

/** The case of a read: the facts of one that is large are not there. */
export type FoundCase = ShownCase | (Omit<ShownCase, 'facts'> & { facts: null });

/** A case whose facts, ground and entry point apart, are the text of a JSON object. */
export interface LargeCase extends Omit<ShownCase, 'facts'> {
  ground: Ground;
  entryPoint: EntryPoint;
  factsJson: string;
  ledgerBalanceCents: number | null;
}

/** What has happened on the case's clock. */
interface StoredProgress {
  notice?: { servedDate: string; method: ServiceMethod; expires: string | null } | null;
  hearing?: { date: string } | null;
  judgment?: { outcome: JudgmentOutcome; date: string } | null;
  withdrawal?: { requestedAt: string } | null;
  cureReports?: { reportedAt: string }[];
}

export interface DocumentRow {
  id: string;
  kind: DocumentKind;
  specId: string | null;
  purpose: DocumentPurpose | null;
  filename: string;
  contentType: string;
  contentHash: string;
  createdAt: Date;
}
