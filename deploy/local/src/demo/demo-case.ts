import type { EventAction } from '@evict/case-model';
import type { Case, CreateCase, Document, Event, UploadDocument } from '@evict/client';
import type { IsoDate } from '@evict/jurisdictions';

/** One case of the demo: what the customer sends, and what must come of it. */
export interface DemoCase {
  letter: string;
  title: string;
  /** Dates follow from the day the demo runs, so that every gate passes on any day. */
  facts: (today: IsoDate) => CreateCase;
  uploads: (today: IsoDate) => UploadDocument[];
  path: readonly Step[];
}

/** One call, and everything it must bring. */
export interface Step {
  call: 'submit' | 'advance' | 'report-cure';
  /** Where the case rests afterwards. */
  state: Case['state'];
  events: readonly EventAction[];
  /** The specIds of the documents that are made. */
  documents: readonly string[];
  /** The deadlines that are set. */
  deadlines: readonly string[];
}

/** What a step has brought, as the API tells it. */
export interface Taken {
  /** For people: the call, or that nobody had to ask. */
  label: string;
  state: Case['state'];
  /** The case's clock, an instant. */
  clock: string;
  events: readonly Event[];
  documents: readonly CheckedDocument[];
  deadlines: Case['deadlines'];
}

export type CheckedDocument = Document & {
  /** The bytes that were sent or downloaded hash to what the case says. */
  matches: boolean;
};

export interface Ended {
  /** The case at its end, or where it went another way; null where there is none. */
  last: Case | null;
  advances: number;
  /** Empty when everything went as expected. */
  differences: string[];
}
