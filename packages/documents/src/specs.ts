import type { CaseFacts, IsoDate, ServiceMethod } from '@evict/case-model';
import type { RulePack } from '@evict/jurisdictions';

export interface Exhibit {
  readonly filename: string;
  /** What it was uploaded for. */
  readonly purpose: string;
  /** SHA-256 of its bytes, lower-case hex. */
  readonly contentHash: string;
}

/** All that a document is made from. The same request gives the same bytes. */
export interface DocumentRequest {
  /** Of a paper of the pack. */
  readonly specId: string;
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
