export { openStore, type Store } from './store.ts';
export { type IdKind, newId } from './ids.ts';
export { hasCharge, listCharges, presentCharge } from './cases/charges.ts';
export { createNote, listNotes, presentNote } from './cases/notes.ts';
export { addEvidence, createDraft, updateDraftFacts, type Upload, type UploadRefusal } from './cases/drafts.ts';
export { findCase, findDocument, listCases, listCustomerEvents, type PageEnd } from './cases/reads.ts';
export { presentCase, presentDocument, presentEvent } from './cases/present.ts';
export { isCommandRecorded, loadRecord, recordTransition } from './cases/transitions.ts';
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
export { getOrganization, renameOrganization } from './organizations.ts';
export { createApiKey, findApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
export { createLead, getLead, type Lead } from './leads.ts';
export { beginMailAttempt, listUntriedMails, type RecordedMail, recordMailFailure, recordMailSent } from './mails.ts';
export { createPasswordReset, isResetOpen, requestPasswordReset, resetPassword } from './password-resets.ts';
export { clearUnlessFull, secondsUntilFree, takePlace } from './rate-limits.ts';
export { type Claim, claimRequest, releaseClaim, storeAnswer, type StoredAnswer } from './idempotency.ts';
