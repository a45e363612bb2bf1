import type { CaseFacts, IsoDate, ServiceMethod } from '@evict/case-model';
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
