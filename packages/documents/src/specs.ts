import type { CaseFacts, DocumentKind, IsoDate, ServiceMethod } from '@evict/case-model';
import type { RulePack } from '@evict/jurisdictions';

/**
 * Every document that the service makes for sandbox cases. A wording that changes is a new spec id, because stored
 * bytes stay as they are; a filename never carries a name.
 */
export const documentSpecs = {
  'zz.notice.nonpayment.v1': {
    kind: 'notice',
    filename: 'zz-notice-nonpayment.pdf',
    title: 'Notice to Pay Rent or Quit',
  },
  'zz.notice.lease_violation.v1': {
    kind: 'notice',
    filename: 'zz-notice-lease_violation.pdf',
    title: 'Notice to Cure or Quit',
  },
  'zz.notice.holdover.v1': { kind: 'notice', filename: 'zz-notice-holdover.pdf', title: 'Notice to Quit' },
  'zz.complaint.v1': { kind: 'filing', filename: 'zz-complaint.pdf', title: 'Complaint for Summary Possession' },
  'zz.summons.v1': { kind: 'filing', filename: 'zz-summons.pdf', title: 'Summons' },
  'zz.proof.notice.v1': { kind: 'proof', filename: 'zz-proof-of-notice.pdf', title: 'Proof of Service of Notice' },
  'zz.proof.summons.v1': { kind: 'proof', filename: 'zz-proof-of-summons.pdf', title: 'Proof of Service of Summons' },
} as const satisfies Record<string, { kind: DocumentKind; filename: string; title: string }>;

export type DocumentSpecId = keyof typeof documentSpecs;

export interface Exhibit {
  readonly filename: string;
  /** What it was uploaded for. */
  readonly purpose: string;
  /** SHA-256 of its bytes, lower-case hex. */
  readonly contentHash: string;
}

/** All that a document is made from. The same request gives the same bytes. */
export interface DocumentRequest {
  readonly specId: DocumentSpecId;
  readonly caseId: string;
  readonly facts: CaseFacts;
  /** The day on the case's clock. */
  readonly preparedOn: IsoDate;
  /** Printed on each page, so that documents made again have other bytes and need a new approval. */
  readonly revision: number;
  readonly pack: RulePack;
  /** The notice that was served, by us or before the case came to us; a complaint needs it. */
  readonly notice: {
    readonly servedDate: IsoDate;
    readonly method: ServiceMethod;
    readonly expires: IsoDate | null;
  } | null;
  /** What was served; a proof needs it. */
  readonly service: {
    readonly stage: 'notice' | 'summons';
    readonly method: ServiceMethod;
    readonly servedDate: IsoDate;
  } | null;
  readonly exhibits: readonly Exhibit[];
}
