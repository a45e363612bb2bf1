export { createAccount, emailKey, findAccount, getAccount, isEmailTaken, type Role } from './accounts.ts';
export * from './addresses.ts';
export * from './api-keys.ts';
export * from './invitations.ts';
export * from './mail-settings.ts';
export { type Actor, changeRole, type MemberRefusal, type MemberRow, promoteMember, removeMember } from './members.ts';
export * from './organizations.ts';
export * from './passwords.ts';
export * from './password-resets.ts';
export {
  endSession,
  findSession,
  listSessions,
  type NewSession,
  openAttorneySession,
  openSession,
  type SignedIn,
} from './sessions.ts';
export * from './single-sign-on.ts';
