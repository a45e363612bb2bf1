export { applyRoles, makeLogins } from './apply-roles.ts';
export { credentialFunctions, credentialsRole } from './credentials.ts';
export { grants, type Process, processes, roleOf } from './grants.ts';
