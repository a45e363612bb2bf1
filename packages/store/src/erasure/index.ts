export { type AppliedList, applyErasureList } from './apply-erasure-list.ts';
export { type AccountErasureOutcome, eraseAccount } from './erase-account.ts';
export { eraseCase, type ErasureOutcome, type ErasureRequest, recordHistoryDeleted } from './erase-case.ts';
export { eraseLead } from './erase-lead.ts';
export { appendErasure, readErasures } from './erasure-list.ts';
export { type LegalHoldOutcome, setLegalHold } from './legal-hold.ts';
