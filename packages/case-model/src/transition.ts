import type { Command } from './commands.ts';
import type { CaseEvent } from './events.ts';
import type { DocumentKind } from './facts.ts';
import type { CaseRecord } from './record.ts';
import type { RefusalCode } from './turn.ts';

/** What the workflow proposes and the database decides again before it records it. */
export interface Transition extends TransitionExtras {
  readonly caseId: string;
  readonly command: Command;
  /** The ids that the decision drew, in their order. */
  readonly drawnIds: readonly string[];
  readonly events: readonly CaseEvent[];
  /** The case after the transition. */
  readonly record: CaseRecord;
  /** Epoch milliseconds on the case's clock. */
  readonly caseTime: number;
}

/** What is recorded with a transition beside its events. */
export interface TransitionExtras {
  readonly documents?: readonly NewDocument[];
  /** Ids of documents that those of this transition replace. */
  readonly supersedes?: readonly string[];
  /** Recorded only while facts and uploads are of this version: for a submit and for an approval. */
  readonly factsVersion?: number;
  /** The id of the Update that brought it about, or of the failed mail; absent where a timer did. */
  readonly commandId?: string;
}

/** The row of a document whose bytes are stored already. */
export interface NewDocument {
  readonly id: string;
  readonly kind: DocumentKind;
  /** Null for an attached document. */
  readonly specId: string | null;
  /** Null where it stands in the text of the command: the name of an attached file may name anybody. */
  readonly filename: string | null;
  readonly contentType: string;
  /** SHA-256 of the bytes, hex. */
  readonly contentHash: string;
  readonly sizeBytes: number;
}

/** What became of a proposed transition. Nothing is recorded where it is not `ok`. */
export type TransitionResult =
  /** `record`: as it was recorded before, where it was; decided again, it has other times. */
  | { readonly ok: true; readonly record?: CaseRecord }
  /** Facts or uploads are not what was checked. */
  | { readonly ok: false; readonly code: 'facts_changed' }
  /** Nobody who may has stored the command: sent again, it would be refused again. */
  | { readonly ok: false; readonly code: 'unauthorized' }
  /** On its own record, which this is, the database refuses the command. */
  | { readonly ok: false; readonly code: RefusalCode; readonly record: CaseRecord }
  /** The case is not where the workflow believes: this is where it is. */
  | { readonly ok: false; readonly code: 'behind'; readonly record: CaseRecord }
  /** This very command was recorded before. */
  | { readonly ok: false; readonly code: 'done'; readonly record: CaseRecord };
