import type { CaseFacts, DocumentPurpose } from '../facts.ts';

// A decision may have to know more than its case: a license, a passkey, the hashes of documents. The command names what it
// needs, and packages/store/src/decisions looks it up.

/** What a decision can need. It gets what its command names in `needs`, as fields of the command. */
export interface Known {
  /** Of the attorney who is to be assigned: they are verified, and licensed in the property's state. */
  readonly eligible: boolean;
  /** They decide on each case personally. */
  readonly asksFirst: boolean;
  /** The attorney from before requested changes is no longer eligible. */
  readonly attorneyLapsed: boolean;
  /** The hashes of the case's current documents, all of which an approval may name. */
  readonly otherHashes: readonly string[];
  /** Every document that is to be replaced is an attached one of the case now. */
  readonly replacesAttached: boolean;
  /** The rules of retention withdraw the case now. */
  readonly isIdle: boolean;
  /** The mail of which the command tells has failed as it says. */
  readonly isMailGivenUp: boolean;
}
export type Need = keyof Known;

/** From what the worker prepares further fields of a command, which names it in `preparedFrom`. */
export interface Materials {
  /** What is submitted. */
  readonly draft: Draft;
  /** The public key in base64 of the attorney's passkey that the review names; null if they have none such. */
  readonly passkey: string | null;
  readonly hasPasskey: boolean;
}
export type Material = keyof Materials;

interface Draft {
  readonly facts: CaseFacts;
  readonly exhibits: readonly {
    readonly purpose: DocumentPurpose;
    readonly filename: string;
    readonly contentHash: string;
    readonly needsPassword?: boolean;
  }[];
  /** Of the last submit. */
  readonly noticeFactsHash: string | null;
  readonly noticeFactsVersion: number;
}

/** For a preview on what a page shows of a case: what is looked up only with the decision is presumed to allow it. */
export const presumed: Known = {
  eligible: true,
  asksFirst: false,
  attorneyLapsed: false,
  otherHashes: [],
  replacesAttached: true,
  isIdle: true,
  isMailGivenUp: true,
};
