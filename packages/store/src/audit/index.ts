export { recordFailedSignIn } from './failed-sign-in.ts';
export { type AuditFilter, type AuditRow, listAudit } from './list.ts';
export { fromOrigin, type Origin, withOrigin } from './origin.ts';
