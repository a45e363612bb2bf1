import type { Attested, CaseFacts, DocumentKind, GateResults, IsoDate, ServiceMethod } from '@evict/case-model';
import type { RulePack } from '@evict/jurisdictions';

export interface Exhibit {
  readonly filename: string;
  /** The purpose of the upload, or what a paper of the case itself takes the place of. */
  readonly purpose: string;
  /** SHA-256 of its bytes, lower-case hex. */
  readonly contentHash: string;
}

/** The input of a document. The same request gives the same bytes. */
export interface DocumentRequest {
  /** The id of a document of the pack. */
  readonly specId: string;
  readonly caseId: string;
  readonly facts: CaseFacts;
  /** The day on the case's clock. */
  readonly preparedOn: IsoDate;
  /** Printed on each page, so that a document rendered again has different bytes and needs a new approval. */
  readonly revision: number;
  readonly pack: RulePack;
  /** The served notice, ours or an earlier one; a complaint needs it. */
  readonly notice: {
    readonly servedDate: IsoDate;
    readonly method: ServiceMethod;
    readonly expires: IsoDate | null;
  } | null;
  /** The service to prove; a proof needs it. */
  readonly service: {
    readonly stage: 'notice' | 'summons';
    readonly method: ServiceMethod;
    readonly servedDate: IsoDate;
    /** `HH:MM` of that day, UTC. */
    readonly time: string;
  } | null;
  /** Null until the clerk has given one. */
  readonly courtCaseNumber: string | null;
  readonly exhibits: readonly Exhibit[];
}

/** The document that an attorney reviews of a live case. As with other specs, new wording is a new spec id. */
export const caseSummarySpec = {
  specId: 'intake.summary.v1',
  kind: 'evidence',
  filename: 'case-summary.pdf',
  title: 'Case Summary',
} as const satisfies { specId: string; kind: DocumentKind; filename: string; title: string };

/** The input of a case summary. The same request gives the same bytes. */
export interface CaseSummaryRequest extends Pick<DocumentRequest, 'caseId' | 'facts' | 'preparedOn' | 'revision'> {
  /** As frozen at submit. */
  readonly gates: GateResults;
  /** The stage under review, printed as well: an approval of the notice does not cover the filing. */
  readonly stage: 'notice' | 'filing';
  readonly attested?: Attestation | null;
  readonly exhibits: readonly Exhibit[];
  /** The papers that an operator attached for the review of a stage. */
  readonly attachments?: readonly (Pick<Exhibit, 'filename' | 'contentHash'> & { readonly kind: DocumentKind })[];
  /** For the review of a filing. */
  readonly history?: CaseHistory;
}

/** What the customer attested to at the last submit, who did, and when. */
export interface Attestation extends Attested {
  /** The id of the user or the API key; null where it is not on record. */
  readonly by: string | null;
  readonly organizationId: string;
  /** ISO 8601. */
  readonly at: string;
}

/** What has happened since the facts were frozen. */
export interface CaseHistory {
  /** When the facts were frozen, ISO 8601. */
  readonly frozenAt: string;
  /** The attempts that reached a defendant with the notice, oldest first; none where it was served before the case. */
  readonly noticeServed: readonly ServedNotice[];
  /** Payments and cures as they were reported, oldest first. */
  readonly reports: readonly Report[];
}

export interface ServedNotice {
  /** The defendant; null: everyone whom service has to reach. */
  readonly defendant: string | null;
  readonly method: ServiceMethod;
  readonly servedDate: IsoDate;
  readonly expires: IsoDate | null;
  /** The law that determines the end. */
  readonly citation: string | null;
  readonly reportedBy: Reporter;
}

interface Report {
  readonly kind: 'payment' | 'cure_reported';
  /** The day of the payment; null for a cure, which is reported without one. */
  readonly date: IsoDate | null;
  readonly detail: string | null;
  readonly reportedBy: Reporter;
  /** ISO 8601. */
  readonly reportedAt: string;
}

/** `platform`: an operator, on the word of the attorney. */
export type Reporter = 'customer' | 'attorney' | 'platform' | 'reviewer';
