export {
  type CaseJson,
  findApiKeyAndCase,
  findCaseJson,
  findWholeCaseJson,
  largeCaseBytes,
  listCases,
  type PrefetchedCase,
} from './case-json.ts';
export type { CaseFilter, PageBounds, PageEnd } from './case-pages.ts';
export {
  addEvidence,
  createDraft,
  deleteUpload,
  updateDraftFacts,
  uploadRefusal,
  type UploadRefusal,
} from './drafts.ts';
export {
  forConflictCheck,
  presentAttention,
  caseText,
  gatesOf,
  presentCase,
  type PresentedCase,
  presentCourtRow,
  presentDocument,
  presentEvent,
  presentQueueRow,
  writeCase,
} from './present.ts';
export { setReference } from './reference.ts';
export { type CommandedRow, findCase, findCommandedCase, findDocument, listCustomerEvents } from './reads.ts';
export type { AssignedCase } from './assigned.ts';
export type { CaseRow, Scope } from './types.ts';
