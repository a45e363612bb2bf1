import type { EventAction } from '@evict/case-model';
import type { Case, CreateCase, Document, Event, UploadDocument } from '@evict/client';
import type { IsoDate } from '@evict/jurisdictions';

/** A demo case: what the customer sends, and what should happen. */
export interface DemoCase<S extends Step = SandboxStep> {
  letter: string;
  title: string;
  /** Dates are relative to the day of the demo, so that every gate passes on any day. */
  facts: (today: IsoDate) => CreateCase;
  uploads: (today: IsoDate) => UploadDocument[];
  path: readonly S[];
}

/** One action in a case, and everything that should result from it. */
export interface Step {
  call: string;
  /** The state of the case afterwards. */
  state: Case['state'];
  events: readonly EventAction[];
  /** The specIds of the new documents. */
  documents: readonly string[];
  /** The names of the new deadlines. */
  deadlines: readonly string[];
}

/** A step of a test case, which is one call by the customer. */
export interface SandboxStep extends Step {
  call: 'submit' | 'advance' | 'report-cure';
}

/** The result of a step: what the API returned, with a label and whether each document's hash matches. */
export interface Taken {
  /** The call, such as `advance 2`, or `by itself` if the sandbox took the step on its own. */
  label: string;
  state: Case['state'];
  /** The time on the case's clock. */
  clock: string;
  events: readonly Event[];
  documents: readonly CheckedDocument[];
  deadlines: Case['deadlines'];
}

export type CheckedDocument = Document & {
  /** Whether the hash of the sent or downloaded bytes matches the hash in the case. */
  matches: boolean;
};

export interface Ended {
  /** The case at its end, or at its first deviation. Null if it couldn't be created. */
  last: Case | null;
  advances: number;
  /** Empty if everything went as expected. */
  differences: string[];
}
