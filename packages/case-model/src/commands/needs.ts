import type { CaseFacts, DocumentPurpose } from '../facts.ts';

// A decision can need more than its case: a license, a passkey, hashes of documents. The command names its needs, and
// packages/store/src/decisions looks them up.

/** What a decision can need. A command gets the fields that it names in `needs`. */
export interface Known {
  /** The attorney to be assigned is verified, and licensed in the property's state. */
  readonly eligible: boolean;
  /** The attorney to be assigned accepts each case personally. */
  readonly asksFirst: boolean;
  /** The attorney who requested changes is no longer eligible. */
  readonly attorneyLapsed: boolean;
  /** The hashes of all current documents of the case, which an approval may name. */
  readonly otherHashes: readonly string[];
  /** Every document to be replaced is currently attached to the case. */
  readonly replacesAttached: boolean;
  /** The retention rules withdraw the case now. */
  readonly isIdle: boolean;
  /** The mail named by the command has in fact failed as it says. */
  readonly isMailGivenUp: boolean;
}
export type Need = keyof Known;

/** What the worker prepares further fields of a command from. The command names it in `preparedFrom`. */
export interface Materials {
  /** The draft to be submitted. */
  readonly draft: Draft;
  /**
   * The public key, in base64, of the passkey that the attorney's review names. Null if the attorney has no such
   * passkey.
   */
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
  /** The hash at the last submit. */
  readonly noticeFactsHash: string | null;
  readonly noticeFactsVersion: number;
}

/**
 * The values for previews, which only know what a page shows of a case. What is looked up later is assumed to allow the
 * command.
 */
export const presumed: Known = {
  eligible: true,
  asksFirst: false,
  attorneyLapsed: false,
  otherHashes: [],
  replacesAttached: true,
  isIdle: true,
  isMailGivenUp: true,
};
