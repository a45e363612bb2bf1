export { applyRoles, makeLogins, roleOf } from './apply-roles.ts';
export { commandAuthors, grants, type Process, processes } from './grants.ts';
export { rowPolicies } from './row-policies.ts';
