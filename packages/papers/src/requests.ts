import type { Attested, CaseFacts, DocumentKind, GateResults, IsoDate, ServiceMethod } from '@evict/case-model';
import type { RulePack } from '@evict/jurisdictions';

export interface Exhibit {
  readonly filename: string;
  /**
   * The purpose of the upload. A paper that this service made has the purpose that an uploaded copy of it would have.
   */
  readonly purpose: string;
  /** The SHA-256 of its bytes, in lower-case hex. */
  readonly contentHash: string;
}

/** The input for rendering a document. Identical requests produce identical bytes. */
export interface DocumentRequest {
  /** The id of a document in the pack. */
  readonly specId: string;
  readonly caseId: string;
  readonly facts: CaseFacts;
  /** The day on the case's clock. */
  readonly preparedOn: IsoDate;
  /** Printed on each page, so that a document rendered again has different bytes and needs a new approval. */
  readonly revision: number;
  readonly pack: RulePack;
  /** The notice that was served, through this service or before the case. Required for a complaint. */
  readonly notice: {
    readonly servedDate: IsoDate;
    readonly method: ServiceMethod;
    readonly expires: IsoDate | null;
  } | null;
  /** The service to prove. Required for a proof of service. */
  readonly service: {
    readonly stage: 'notice' | 'summons';
    readonly method: ServiceMethod;
    readonly servedDate: IsoDate;
    /** The time on that day, `HH:MM` in UTC. */
    readonly time: string;
  } | null;
  /** Null until the clerk has assigned one. */
  readonly courtCaseNumber: string | null;
  readonly exhibits: readonly Exhibit[];
}

/** The document that an attorney reviews in a live case. As with every spec, new wording requires a new spec id. */
export const caseSummarySpec = {
  specId: 'intake.summary.v1',
  kind: 'evidence',
  filename: 'case-summary.pdf',
  title: 'Case Summary',
} as const satisfies { specId: string; kind: DocumentKind; filename: string; title: string };

/** The input of a case summary. The same request gives the same bytes. */
export interface CaseSummaryRequest extends Pick<DocumentRequest, 'caseId' | 'facts' | 'preparedOn' | 'revision'> {
  /** The gate results as frozen at submit. */
  readonly gates: GateResults;
  /** The stage under review. It is printed, so approving the notice doesn't approve the filing. */
  readonly stage: 'notice' | 'filing';
  readonly attested?: Attestation | null;
  readonly exhibits: readonly Exhibit[];
  /** Papers that were attached for the review of a stage. */
  readonly attachments?: readonly (Pick<Exhibit, 'filename' | 'contentHash'> & { readonly kind: DocumentKind })[];
  /** Set for the review of a filing. */
  readonly history?: CaseHistory;
}

/** What the customer attested to at the last submit, who attested, and when. */
export interface Attestation extends Attested {
  /** The id of the user or the API key. Null if it isn't recorded. */
  readonly by: string | null;
  readonly organizationId: string;
  /** The time in ISO 8601. */
  readonly at: string;
}

/** What has happened since the facts were frozen. */
export interface CaseHistory {
  /** The time at which the facts were frozen, in ISO 8601. */
  readonly frozenAt: string;
  /** The successful attempts to serve the notice, oldest first. Empty if it was served before the case. */
  readonly noticeServed: readonly ServedNotice[];
  /** Reported payments and cures, oldest first. */
  readonly reports: readonly Report[];
}

export interface ServedNotice {
  /** The defendant. Null means everyone who has to be served. */
  readonly defendant: string | null;
  readonly method: ServiceMethod;
  readonly servedDate: IsoDate;
  readonly expires: IsoDate | null;
  /** The law that determines when the notice period ends. */
  readonly citation: string | null;
  readonly reportedBy: Reporter;
}

interface Report {
  readonly kind: 'payment' | 'cure_reported';
  /** The day of the payment. Null for a cure, which is reported without a day. */
  readonly date: IsoDate | null;
  readonly detail: string | null;
  readonly reportedBy: Reporter;
  /** The time in ISO 8601. */
  readonly reportedAt: string;
}

/** `platform` is an operator who reports what the attorney told them. */
export type Reporter = 'customer' | 'attorney' | 'platform' | 'reviewer';
