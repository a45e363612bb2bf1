import type { CaseFacts, DocumentKind, GateResults, IsoDate } from '@evict/case-model';
import type { Exhibit } from './specs.ts';
import type { SummaryAttestation } from './summary-attestations.ts';
import type { CaseHistory } from './summary-history.ts';

/** The document that an attorney reviews of a live case. As with other specs, new wording is a new spec id. */
export const caseSummarySpec = {
  specId: 'intake.summary.v1',
  kind: 'evidence',
  filename: 'case-summary.pdf',
  title: 'Case Summary',
} as const satisfies { specId: string; kind: DocumentKind; filename: string; title: string };

/** A paper that an operator attached for the review of a stage. */
interface Attachment {
  readonly filename: string;
  readonly kind: DocumentKind;
  /** SHA-256 of its bytes, lower-case hex. */
  readonly contentHash: string;
}

/** The input of a case summary. The same request gives the same bytes. */
export interface CaseSummaryRequest {
  readonly caseId: string;
  readonly facts: CaseFacts;
  /** As frozen at submit. */
  readonly gates: GateResults;
  /** The day on the case's clock. */
  readonly preparedOn: IsoDate;
  /** The stage under review, printed as well: an approval of the notice does not cover the filing. */
  readonly stage: 'notice' | 'filing';
  /** Printed on each page, so that a summary rendered again has different bytes and needs a new approval. */
  readonly revision: number;
  readonly attested?: SummaryAttestation | null;
  readonly exhibits: readonly Exhibit[];
  readonly attachments?: readonly Attachment[];
  /** For the review of a filing. */
  readonly history?: CaseHistory;
}
