export { applyRoles, makeLogins } from './apply-roles.ts';
export { grants, type Process, privilegesOf, processes, roleOf, type Table } from './grants.ts';
