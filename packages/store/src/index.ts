export { databaseAnswers, openStore, type Store } from './store.ts';
export { measureBacklog, measureCases } from './measures.ts';
export { type IdKind, newId } from './ids.ts';
export {
  type ChargeRow,
  findCharge,
  getCharge,
  listCharges,
  presentCharge,
  requestRefund,
  voidCharge,
} from './cases/charges.ts';
export {
  type CheckoutRow,
  closeCheckout,
  listCheckouts,
  listPaymentsToRefund,
  listUnsettledCharges,
  recordCheckout,
  recordPayment,
  recordRefund,
} from './cases/checkouts.ts';
export { type CommandText, dropCommandText, keepCommandText } from './cases/command-texts.ts';
export { recordOperatorEvent, recordOperatorView } from './cases/operator-events.ts';
export {
  findOperatedCase,
  listAttached,
  listCasesWithoutAttorney,
  listLapsedCases,
  listOperatedCases,
  type OperatedCase,
  type OperatedFile,
  pendingMethod,
  readOperatedFile,
} from './cases/operator-reads.ts';
export { createNote, listNotes, presentNote } from './cases/notes.ts';
export { addEvidence, createDraft, updateDraftFacts, type Upload, type UploadRefusal } from './cases/drafts.ts';
export { type Exhibit, listExhibits } from './cases/exhibits.ts';
export {
  findApiKeyAndCase,
  findCase,
  findDocument,
  getCase,
  listCases,
  listCustomerEvents,
  type PageEnd,
  type SeenCase,
} from './cases/reads.ts';
export {
  type AssignedCase,
  findAssignedCase,
  findAssignedDocument,
  listAttorneyQueue,
  readCaseFile,
  recordView,
} from './cases/attorney-reads.ts';
export { gatesOf } from './cases/gates.ts';
export {
  presentAttention,
  presentCase,
  presentCourtRow,
  presentDocument,
  presentEvent,
  presentQueueRow,
} from './cases/present.ts';
export { isCommandRecorded, loadRecord, type Outgoing, recordTransition } from './cases/transitions.ts';
export type { CaseRow, Scope, ShownCase } from './cases/types.ts';
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
export { getOrganization, listOrganizations, renameOrganization, setOrganizationVerified } from './organizations.ts';
export { createApiKey, findApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
export {
  type AttorneyRow,
  chooseAttorney,
  createAttorney,
  createAttorneyToken,
  findAttorney,
  findAttorneyToken,
  isEligible,
  type ListedAttorney,
  listAttorneys,
  revokeAttorneyToken,
  revokeAttorneyTokens,
  setLicences,
  setVerified,
} from './attorneys.ts';
export { createLead, getLead, type Lead, listLeads } from './leads.ts';
export {
  beginMailAttempt,
  listUntriedMails,
  type RecordedMail,
  recordMailDropped,
  recordMailFailure,
  recordMailGivenUp,
  recordMailSent,
  takeBackMailAttempt,
} from './mails.ts';
export type { CaseMailKind } from './case-mails/kinds.ts';
export {
  findFailedCaseMail,
  listFailedMails,
  listUntoldMailFailures,
  recordMailFailureBeside,
  reopenFailedMails,
} from './case-mails/failures.ts';
export { findMailedCase, type MailedCase } from './case-mails/mailed-case.ts';
export { recordCaseMails } from './case-mails/record.ts';
export { deleteOldRows, type OldRows } from './housekeeping.ts';
export { createPasswordReset, isResetOpen, requestPasswordReset, resetPassword } from './password-resets.ts';
export { clearUnlessFull, secondsUntilFree, takePlace } from './rate-limits.ts';
export {
  type Claim,
  claimRequest,
  deleteOldKeys,
  releaseClaim,
  storeAnswer,
  type StoredAnswer,
} from './idempotency.ts';
export {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  type WebhookEndpointRow,
} from './webhooks/endpoints.ts';
export { listPendingDeliveries, recordDeliveries } from './webhooks/record-deliveries.ts';
export {
  findPendingDelivery,
  listOverdueDeliveries,
  type PendingDelivery,
  postponeTry,
  type RecordedTry,
  recordTry,
} from './webhooks/tries.ts';
export { eraseCase, type ErasureOutcome, type ErasureRequest } from './erasure/erase-case.ts';
export { type AppliedList, applyErasureList } from './erasure/erasure-list.ts';
export { lastWritten, listLoggedCases, listOpenProcesses } from './restore/begun-cases.ts';
export { rebuildCase, type Rebuilt } from './restore/rebuild-case.ts';
export { type LegalHoldOutcome, setLegalHold } from './erasure/legal-hold.ts';
export { clearStrayBytes, type DueCase, type DueRule, isDue, listDueCases } from './erasure/retention.ts';
export { listDeliveries, redeliver } from './webhooks/operations.ts';
export { beginOperatorAction, endOperatorAction } from './operator-actions.ts';
