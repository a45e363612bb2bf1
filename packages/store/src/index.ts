export { applyRoles, makeLogins, roleOf } from './roles/apply-roles.ts';
export { grants, type Process, processes } from './roles/grants.ts';
export { databaseAnswers, openStore, type Store } from './store.ts';
export { StoreBusyError } from './store-busy.ts';
export { isDatabaseAway } from './database-away.ts';
export { connectionConfig } from './connections.ts';
export { type Transaction, type TransactionName, transactions } from './transactions.ts';
export { measureBacklog, measureCases } from './measures.ts';
export { newId } from './ids.ts';
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
export { type CommandText, dropCommand, type NewCommand, writeCommand } from './cases/authority/written-commands.ts';
export { recordOperatorEvent } from './cases/operator-events.ts';
export {
  listViews,
  newestViews,
  recordOperatorView,
  recordView,
  type TenantDataViewRow,
} from './cases/tenant-data-views.ts';
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
  type CaseText,
  findApiKeyAndCase,
  findCaseText,
  findWholeCaseText,
  largeCaseBytes,
  listCases,
  type PageEnd,
  type SeenCase,
} from './cases/case-texts.ts';
export { findCase, findDocument, getCase, listCustomerEvents } from './cases/reads.ts';
export {
  type AssignedCase,
  findAssignedCase,
  findAssignedDocument,
  listAttorneyQueue,
  listCaseEvents,
  readCaseFile,
} from './cases/attorney-reads.ts';
export { gatesOf } from './cases/gates.ts';
export {
  presentAttention,
  presentCase,
  presentCourtRow,
  presentDocument,
  presentEvent,
  presentQueueRow,
  writeCase,
} from './cases/present.ts';
export {
  isCommandRecorded,
  loadRecord,
  type Outgoing,
  type RecordingContext,
  recordTransition,
} from './cases/transitions.ts';
export type { CaseRow, Scope } from './cases/types.ts';
export {
  createAccount,
  createSession,
  emailKey,
  findAccount,
  findSession,
  findSignIn,
  getAccount,
  isEmailTaken,
  revokeSession,
  type Role,
} from './accounts.ts';
export { getOrganization, listOrganizations, renameOrganization, setOrganizationVerified } from './organizations.ts';
export {
  createApiKey,
  findApiKey,
  keptRevokedKeys,
  listApiKeys,
  revokeApiKey,
  type KeyCredential,
} from './api-keys.ts';
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
  type TokenEnd,
} from './attorneys.ts';
export { createLead, getLead, type Lead, listLeads } from './leads.ts';
export {
  beginMailAttempt,
  listDueMails,
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
export { deleteDue, deletionRules, dueRows, type RuleOfTable } from './retention/delete-due.ts';
export { type DueCase, dueCases, type DueRule, isDue, listDueCases } from './retention/due-cases.ts';
export { measureRetention, measureTables } from './retention/measure.ts';
export { deleteSandboxShell } from './retention/sandbox-shell.ts';
export { clearStrayBytes } from './retention/stray-bytes.ts';
export { createPasswordReset, isResetOpen, requestPasswordReset, resetPassword } from './password-resets.ts';
export { QuotaExceededError, type StorageQuota } from './stored-bytes.ts';
export {
  countEndpointOutcome,
  deadEndpoint,
  disableDeadEndpoint,
  type EndpointOutcome,
  findDisabledEndpoint,
} from './webhooks/dead-endpoints.ts';
export type { DueRow } from './due-page.ts';
export { clearUnlessFull, releaseSlot, secondsUntilFree, acquireSlot, acquireToken } from './rate-limits.ts';
export { type Claim, claimRequest, hashOfKey, releaseClaim, storeAnswer, type StoredAnswer } from './idempotency.ts';
export {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  type WebhookEndpointRow,
} from './webhooks/endpoints.ts';
export { listPendingDeliveries, recordDeliveries } from './webhooks/record-deliveries.ts';
export {
  listStartableDeliveries,
  type StartableDelivery,
  type StartablePage,
  startedAtOnce,
} from './webhooks/startable.ts';
export {
  findPendingDelivery,
  type PendingDelivery,
  postponeTry,
  type RecordedTry,
  recordTry,
} from './webhooks/tries.ts';
export { eraseCase, type ErasureOutcome, type ErasureRequest, recordHistoryDeleted } from './erasure/erase-case.ts';
export { type AppliedList, applyErasureList } from './erasure/apply-erasure-list.ts';
export { type AccountErasureOutcome, eraseAccount } from './erasure/erase-account.ts';
export { eraseLead } from './erasure/erase-lead.ts';
export { appendErasure, readErasures } from './erasure/erasure-list.ts';
export { sweepOrphanedBytes } from './erasure/orphaned-bytes.ts';
export {
  type BegunCase,
  findBegunCase,
  lastWritten,
  listBegunCases,
  listLoggedCases,
  recordRestored,
} from './restore/begun-cases.ts';
export { exclusively } from './exclusively.ts';
export { rebuildCase, type Rebuilt } from './restore/rebuild-case.ts';
export { type LegalHoldOutcome, setLegalHold } from './erasure/legal-hold.ts';
export { listDeliveries, redeliver } from './webhooks/operations.ts';
export { beginOperatorAction, endOperatorAction } from './operator-actions.ts';
