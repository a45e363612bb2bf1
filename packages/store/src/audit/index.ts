export { recordFailedSignIn } from './failed-sign-in.ts';
export { type AuditFilter, type AuditRow, listAudit } from './list.ts';
export { type AuditEntry, recordAudit } from './record.ts';
export { type Origin, withOrigin } from './origin.ts';
