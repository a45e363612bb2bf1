export { applyErasureList } from './apply-erasure-list.ts';
export { eraseAccount } from './erase-account.ts';
export { eraseCase } from './erase-case.ts';
export type { AttorneyConsent, ErasureGround } from './erasure-ground.ts';
export { eraseLead } from './erase-lead.ts';
export { appendErasure, readErasures } from './erasure-list.ts';
export { setLegalHold } from './legal-hold.ts';
