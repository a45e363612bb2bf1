import type { Command } from './commands.ts';
import type { CaseEvent } from './events.ts';
import type { DocumentKind } from './facts.ts';
import type { CaseRecord } from './record.ts';
import type { RefusalCode } from './refusals.ts';

/** A transition proposed by the workflow; the database decides it again before recording it. */
export interface Transition extends TransitionExtras {
  readonly caseId: string;
  readonly command: Command;
  /** The ids that the decision drew, in order. */
  readonly drawnIds: readonly string[];
  readonly events: readonly CaseEvent[];
  /** The case after the transition. */
  readonly record: CaseRecord;
  /** Epoch milliseconds on the case's clock. */
  readonly caseTime: number;
}

/** What is recorded with a transition in addition to its events. */
export interface TransitionExtras {
  readonly documents?: readonly NewDocument[];
  /** Ids of documents that those of this transition replace. */
  readonly supersedes?: readonly string[];
  /** For a submit or an approval: recorded only while facts and uploads have this version. */
  readonly factsVersion?: number;
  /** The id of the Update, or of the failed mail, that caused it; absent if a timer did. */
  readonly commandId?: string;
}

/** A document whose bytes are already stored. */
export interface NewDocument {
  readonly id: string;
  readonly kind: DocumentKind;
  /** Null for an attached document. */
  readonly specId: string | null;
  /** Null for an attached file, whose name can contain tenant data: it is stored with the text of the command. */
  readonly filename: string | null;
  readonly contentType: string;
  /** SHA-256 of the bytes, hex. */
  readonly contentHash: string;
  readonly sizeBytes: number;
}

/** The result of a proposed transition. Nothing is recorded unless it is `ok`. */
export type TransitionResult =
  /** `record`: the record of an earlier call that has already recorded the transition; its times can differ. */
  | { readonly ok: true; readonly record?: CaseRecord }
  /** Facts or uploads have changed since they were checked. */
  | { readonly ok: false; readonly code: 'facts_changed' }
  /** The time of a live case is that of the database, which is `now`, in epoch milliseconds. */
  | { readonly ok: false; readonly code: 'ahead'; readonly now: number }
  /** No stored request of an authorized author matches the command. */
  | { readonly ok: false; readonly code: 'unauthorized' }
  /** The database refuses the command on its own record, which is returned. */
  | { readonly ok: false; readonly code: RefusalCode; readonly record: CaseRecord }
  /** The workflow's record is stale: this is the current one. */
  | { readonly ok: false; readonly code: 'behind'; readonly record: CaseRecord }
  /** The command has already been recorded. */
  | { readonly ok: false; readonly code: 'done'; readonly record: CaseRecord };
