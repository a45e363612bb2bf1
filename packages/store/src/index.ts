export { openStore, type Store } from './store.ts';
export { newId } from './ids.ts';
export { addEvidence, createDraft, updateDraftFacts, type Upload, type UploadRefusal } from './cases/drafts.ts';
export { findCase, findDocument, listCases, listCustomerEvents, type PageEnd } from './cases/reads.ts';
export { presentCase, presentDocument, presentEvent } from './cases/present.ts';
export { recordTransition } from './cases/transitions.ts';
export type { CaseRow, Scope } from './cases/types.ts';
export {
  createAccount,
  createSession,
  emailKey,
  findSession,
  findSignIn,
  getAccount,
  isEmailTaken,
  revokeSession,
  type Role,
} from './accounts.ts';
export { createApiKey, findApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
export { clearUnlessFull, secondsUntilFree, takePlace } from './rate-limits.ts';
