import type { CaseFacts, DocumentPurpose } from '../facts.ts';

// Some decisions need more than the case: an attorney's license, a passkey or document hashes. A command lists what it
// needs, and packages/store/src/decisions looks it up.

/** What a decision can need besides the case. A command gets the fields that it lists in `needs`. */
export interface Known {
  /** The attorney to be assigned is verified and licensed in the property's state. */
  readonly eligible: boolean;
  /** The attorney to be assigned decides for each case whether to accept it. */
  readonly asksFirst: boolean;
  /** The case's attorney is no longer eligible. */
  readonly attorneyLapsed: boolean;
  /** The hashes of all current documents of the case. An approval may include any of them. */
  readonly otherHashes: readonly string[];
  /** All documents to be replaced are currently attached to the case, as the same kind of attachment. */
  readonly replacesAttached: boolean;
  /** The case is due for withdrawal under the retention rules. */
  readonly isIdle: boolean;
  /** The email has used up its retries, with the attempt number and error that the command reports. */
  readonly isMailGivenUp: boolean;
}
export type Need = keyof Known;

/** What the worker can use to prepare more fields of a command. A command lists what it uses in `preparedFrom`. */
export interface Materials {
  /** The draft to be submitted. */
  readonly draft: Draft;
  /** The public key, in base64, of the passkey that signed the review. Null if the attorney has no such passkey. */
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
  /** The hash, at the last submit, of the facts that the notice states. */
  readonly noticeFactsHash: string | null;
  readonly noticeFactsVersion: number;
}

/**
 * The values to assume when a command is checked before it is sent. They allow the command, because the decision looks
 * up the real ones.
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
