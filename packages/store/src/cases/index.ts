export { attachmentRefusal, getDocument, listAttachedDocumentIds } from './attachments.ts';
export {
  findAssignedCase,
  findAssignedDocument,
  listAttorneyQueue,
  listCaseEvents,
  readCaseFile,
} from './attorney-reads.ts';
export { readReviewRequirements } from './attorney-review.ts';
export {
  type CaseJson,
  findApiKeyAndCase,
  findCaseJson,
  findWholeCaseJson,
  largeCaseBytes,
  listCases,
  type PrefetchedCase,
} from './case-json.ts';
export type { CaseFilter, PageEnd } from './case-pages.ts';
export { addEvidence, createDraft, updateDraftFacts, type Upload, type UploadRefusal } from './drafts.ts';
export { countCustomerFacts, listAssignedFacts, listFacts, presentFact } from './facts.ts';
export { continueFeeds, listFeed, presentFeedEvent } from './event-feed.ts';
export { type Exhibit } from './exhibits.ts';
export { gatesOf } from './gates.ts';
export { createNote, listAssignedNotes, listNotes, presentNote } from './notes.ts';
export { recordOperatorEvent } from './operator-events.ts';
export {
  findCaseForOperator,
  listCasesForOperator,
  listCasesWithoutAttorney,
  listLapsedCases,
  type OperatorCase,
  type OperatorCaseFile,
  operatorList,
  readCaseFileForOperator,
} from './operator-reads.ts';
export {
  presentAttention,
  caseText,
  presentCase,
  presentCourtRow,
  presentDocument,
  presentEvent,
  presentQueueRow,
  writeCase,
} from './present.ts';
export { askFor, type Found, searchCases } from './search-cases.ts';
export { setReference } from './reference.ts';
export { findCase, findDocument, getCaseAfter, listCustomerEvents } from './reads.ts';
export { listViews, recordOperatorView, recordView } from './tenant-data-views.ts';
export type { AssignedCase, CaseRow, Scope } from './types.ts';
export { getSummaryHistory } from './summary-history.ts';
