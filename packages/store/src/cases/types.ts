import type { CaseFacts, Deadline, EntryPoint, Ground, Mode, NextAction, PackVersions, State } from '@evict/case-model';

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
  gates: GateResultsJson | null;
  packVersions: PackVersions | null;
  progress: StoredProgress;
  deadlines: Deadline[];
  courtCaseNumber: string | null;
  nextAction: NextAction;
  clock: Date;
  clockAheadMs: number;
  failedStep: string | null;
  retryAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  documents: DocumentRow[];
}

export interface GateResultsJson {
  passed: boolean;
  results: { gate: string; status: string; reason?: string }[];
}

/** What has happened on the case's clock. */
export interface StoredProgress {
  notice?: { servedDate: string; method: string; expires: string | null } | null;
  hearing?: { date: string } | null;
  judgment?: { outcome: string; date: string } | null;
  withdrawal?: { requestedOn: string } | null;
  cureReports?: { reportedOn: string }[];
}

export interface DocumentRow {
  id: string;
  kind: string;
  specId: string | null;
  purpose: string | null;
  filename: string;
  contentType: string;
  contentHash: string;
  createdAt: Date;
}
