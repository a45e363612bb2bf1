export { applyRoles, makeLogins, roleOf } from './apply-roles.ts';
export { grants, type Process, processes } from './grants.ts';
